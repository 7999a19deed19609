/// A name that an image takes from another one.
package struct Import {
  /// As C spells it.
  package let name: UnsafeRawBufferPointer
  /// Where the loader looks for it.
  package let provider: Symbol.Provider
  /// Whether the image also loads where nobody has the name.
  package let isWeak: Bool

  init(_ name: UnsafeRawBufferPointer, _ provider: Symbol.Provider, isWeak: Bool) {
    self.name = name
    self.provider = provider
    self.isWeak = isWeak
  }
}
