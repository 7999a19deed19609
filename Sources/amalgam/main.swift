import AmalgamHost
print(EmbeddedFiles.names)
