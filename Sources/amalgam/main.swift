import AmalgamHost

Interruption.watch()
let tool = Tool(terminal: SystemTerminal(), files: SystemFiles(), commands: SystemCommands())
exit(tool.run(Array(CommandLine.arguments.dropFirst())))
