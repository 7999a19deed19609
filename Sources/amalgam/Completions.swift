/// Scripts that complete the command line in a shell, made from the verb table.
///
/// Each is given the words typed so far by its shell; what comes after an option with a fixed set
/// of values is one of them, everything else that is no option is a file.
struct Completions {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  private let verbs: [Verb]

  init(_ verbs: [Verb]) {
    self.verbs = verbs
  }

  func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private var names: String { verbs.map(\.name).joined(separator: " ") }

  private var bash: String {
    """
    # bash: source this file, or put it into bash-completion's folder as 'amalgam'
    _amalgam() {
      local current=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]}
      # A '=' is a word of its own to bash.
      local before=${COMP_WORDS[COMP_CWORD-1]}
      [ "$current" = = ] && current=
      [ "$before" = = ] && before=${COMP_WORDS[COMP_CWORD-2]}
      COMPREPLY=()
      if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W '\(names)' -- "$current"))
        return
      fi
      case "$verb $before" in
    \(verbs.flatMap(bashChoices).joined(separator: "\n"))
      esac
      case $verb in
    \(verbs.map(bashOptions).joined(separator: "\n"))
      esac
    }
    complete -o default -F _amalgam amalgam

    """
  }

  private func bashChoices(_ verb: Verb) -> [String] {
    verb.options.filter { !$0.choices.isEmpty }.map { option in
      let words = option.choices.joined(separator: " ")
      return
        "    '\(verb.name) \(option.name)') COMPREPLY=($(compgen -W '\(words)' -- \"$current\")); return ;;"
    }
  }

  private func bashOptions(_ verb: Verb) -> String {
    let options = verb.options.map(\.name).joined(separator: " ")
    return """
          \(verb.name))
            case $current in
              -*) COMPREPLY=($(compgen -W '\(options)' -- "$current")) ;;
              *) COMPREPLY=($(compgen -W '\(verb.words.joined(separator: " "))' -- "$current")) ;;
            esac ;;
      """
  }

  private var zsh: String {
    """
    #compdef amalgam
    # zsh: put this file into a folder of $fpath as '_amalgam'
    _amalgam() {
      local before=${words[CURRENT-1]}
      if (( CURRENT == 2 )); then
        compadd -- \(names)
        return
      fi
      case "${words[2]} $before" in
    \(verbs.flatMap(zshChoices).joined(separator: "\n"))
      esac
      case "${words[2]} ${words[CURRENT]}" in
    \(verbs.map(zshOptions).joined(separator: "\n"))
      esac
    }
    if [ "$funcstack[1]" = _amalgam ]; then
      _amalgam "$@"
    elif (( $+functions[compdef] )); then
      compdef _amalgam amalgam
    fi

    """
  }

  private func zshChoices(_ verb: Verb) -> [String] {
    verb.options.filter { !$0.choices.isEmpty }.map { option in
      "    '\(verb.name) \(option.name)') compadd -- \(option.choices.joined(separator: " ")); return ;;"
    }
  }

  private func zshOptions(_ verb: Verb) -> String {
    let options = verb.options.map(\.name).joined(separator: " ")
    let words = verb.words.isEmpty ? "" : "compadd -- \(verb.words.joined(separator: " ")); "
    return """
          '\(verb.name) -'*) compadd -- \(options) ;;
          '\(verb.name) '*) \(words)_files ;;
      """
  }

  private var fish: String {
    let head = """
      # fish: put this file into ~/.config/fish/completions as 'amalgam.fish'
      complete -c amalgam -n __fish_use_subcommand -f
      """
    let lines = verbs.flatMap { verb -> [String] in
      let seen = "-n '__fish_seen_subcommand_from \(verb.name)'"
      let summary = verb.summary.firstLine.fishQuoted
      let first = "complete -c amalgam -n __fish_use_subcommand -a \(verb.name) -d \(summary)"
      let words = verb.words.map { "complete -c amalgam \(seen) -a \($0)" }
      return [first] + words
        + verb.options.map { option in
          let value =
            option.value == nil
            ? ""
            : option.choices.isEmpty
              ? " -r" : " -x -a \(option.choices.joined(separator: " ").fishQuoted)"
          return "complete -c amalgam \(seen) -l \(option.name.dropFirst(2))\(value)"
            + " -d \(option.summary.fishQuoted)"
        }
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }
}

extension Verb {
  /// The fixed words among the operands, such as the actions of `releases`.
  var words: [String] {
    guard let first = operands.split(separator: " ").first, first.contains("|") else { return [] }
    return first.split(separator: "|").map(String.init).filter { word in
      word.allSatisfy { $0.isLowercase }
    }
  }
}

extension String {
  var firstLine: String { split(separator: "\n").first.map(String.init) ?? "" }

  fileprivate var fishQuoted: String {
    "'" + map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
  }
}
