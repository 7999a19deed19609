/// SIGINT, SIGTERM and SIGHUP, noted when they come and acted on between two steps.
package enum Interruption {
  /// The signal that asked the tool to stop; `nil` if none did.
  package static var signal: Int32? { received == 0 ? nil : Int32(received) }

  /// Notes the signals from now on, in place of dying of them with files half written.
  package static func watch() {
    var watched = sigset_t()
    sigemptyset(&watched)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      handle(number) { received = sig_atomic_t($0) }
      sigaddset(&watched, number)
    }
    // Whoever started the tool may have blocked them.
    sigprocmask(SIG_UNBLOCK, &watched, nil)
    // A reader that goes away is seen as an error of write, not as a death.
    handle(SIGPIPE) { _ in }
  }

  private static func handle(_ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void)
  {
    var action = sigaction()
    #if canImport(Darwin)
    action.__sigaction_u.__sa_handler = handler
    #else
    action.__sigaction_handler.sa_handler = handler
    #endif
    sigaction(number, &action, nil)
  }
}

// A handler may touch nothing but a flag that is written whole.
nonisolated(unsafe) private var received: sig_atomic_t = 0
