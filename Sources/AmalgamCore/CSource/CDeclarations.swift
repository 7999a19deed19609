/// The declarations of a C file outside any function, in order, whatever conditional they are under.
///
/// Every branch of a conditional is read, each from the state that the first began with, so that
/// braces which are open in one branch alone put nothing out of step.
struct CDeclarations {
  private(set) var all: [CDeclaration] = []
  /// The tags of structures, unions and enumerations that are named anywhere but in a function.
  private(set) var tags: Set<String> = []
  /// Those of which the members are there.
  private(set) var completeTags: Set<String> = []

  private var state = State()
  private var branches: [State] = []

  private struct State {
    /// The tokens of the declaration so far, without the contents of braces.
    var tokens: [CToken] = []
    var depth = 0
    var isBody = false
    var hasValue = false
    var previous: CToken?
    /// The tag that the last token named.
    var tag: String?
  }

  init(_ bytes: ArraySlice<UInt8>) {
    var tokens = CTokens(bytes)
    while let token = tokens.next() { take(token) }
  }

  /// Reads the one declaration that `bytes` begin with.
  static func first(_ bytes: ArraySlice<UInt8>) -> CDeclaration? {
    var reader = CDeclarations([])
    var tokens = CTokens(bytes)
    while reader.all.isEmpty, let token = tokens.next() {
      reader.take(token)
      if token.isSign(";"), reader.state.depth == 0, reader.all.isEmpty { return nil }
    }
    return reader.all.first
  }

  static func isTagKeyword(_ word: String) -> Bool {
    word == "struct" || word == "union" || word == "enum"
  }

  private mutating func take(_ token: CToken) {
    switch token {
    case .condition(.begin): branches.append(state)
    case .condition(.otherwise): if let branch = branches.last { state = branch }
    case .condition(.end): _ = branches.popLast()
    default:
      noteTag(token)
      if state.depth > 0 { takeInBraces(token) } else { takeOutside(token) }
      state.previous = token
    }
  }

  private mutating func noteTag(_ token: CToken) {
    if let tag = state.tag, token.isSign("{") { completeTags.insert(tag) }
    state.tag = nil
    guard !state.isBody, let name = token.identifier,
      let keyword = state.previous?.identifier, Self.isTagKeyword(keyword)
    else { return }
    tags.insert(name)
    state.tag = name
  }

  private mutating func takeInBraces(_ token: CToken) {
    if token.isSign("{") { state.depth += 1 }
    guard token.isSign("}") else { return }
    state.depth -= 1
    if state.depth == 0, state.isBody { state = State() }
  }

  private mutating func takeOutside(_ token: CToken) {
    if token.isSign(";") {
      finish(isDefinition: state.hasValue)
      state = State()
    } else if token.isSign("{") {
      // `extern "C" {` opens no depth: what is in it is outside any function.
      if state.previous == .literal { return state = State() }
      state.depth = 1
      state.isBody = !state.hasValue && isFunction
      if state.isBody { finish(isDefinition: true) }
    } else if token.isSign("=") {
      state.hasValue = true
    } else if !token.isSign("}"), !state.hasValue {
      state.tokens.append(token)
    }
  }

  private var isFunction: Bool {
    guard let declaration = CDeclaration(state.tokens, isDefinition: true) else { return false }
    if case .function = declaration.kind { return true }
    return false
  }

  private mutating func finish(isDefinition: Bool) {
    if let declaration = CDeclaration(state.tokens, isDefinition: isDefinition) {
      all.append(declaration)
    }
  }
}
