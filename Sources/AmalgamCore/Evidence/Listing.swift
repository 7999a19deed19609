/// A list that a library gave, or why it gave none.
package enum Listing<Element: Hashable & Sendable>: Hashable, Sendable {
  case known(Set<Element>)
  case unknown(String)

  /// The elements; `nil` where the list is not known.
  package var elements: Set<Element>? {
    guard case .known(let elements) = self else { return nil }
    return elements
  }

  /// Why the list is not known; `nil` where it is.
  package var reason: String? {
    guard case .unknown(let reason) = self else { return nil }
    return reason
  }

  /// Returns whether the list has such an element, or why that is not known.
  package func state(where matches: (Element) -> Bool) -> CapabilityState {
    switch self {
    case .known(let elements): elements.contains(where: matches) ? .present : .absent
    case .unknown(let reason): .unknown(reason)
    }
  }
}

extension Listing {
  /// Returns whether the list has `element`, or why that is not known.
  package func state(of element: Element) -> CapabilityState {
    switch self {
    case .known(let elements): elements.contains(element) ? .present : .absent
    case .unknown(let reason): .unknown(reason)
    }
  }
}

/// Whether a library has a capability.
package enum CapabilityState: Hashable, Sendable {
  case present
  case absent
  /// Nothing can be said, and why.
  case unknown(String)

  package var name: String {
    switch self {
    case .present: "present"
    case .absent: "absent"
    case .unknown: "unknown"
    }
  }

  /// Why nothing can be said; `nil` where something can.
  package var reason: String? {
    guard case .unknown(let reason) = self else { return nil }
    return reason
  }
}
