import AmalgamCore
import Testing

struct AptSourcesTests {
  private func sources(_ name: String, _ text: String) -> String? {
    AptSources.privateSources(from: [(name, text)], suite: "sid")
  }

  @Test func `the first stanza that is no security archive keeps mirror and keyring`() {
    let text = """
      Types: deb
      URIs: http://deb.debian.org/debian-security
      Suites: bookworm-security
      Components: main

      # The mirror
      Types: deb
      # http://snapshot.debian.org/archive/debian/20250520T000000Z
      URIs: http://deb.debian.org/debian
      Suites: bookworm bookworm-updates
      Components: main contrib
      Architectures: amd64
      Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

      """

    #expect(
      sources("debian.sources", text) == """
        Types: deb-src
        URIs: http://deb.debian.org/debian
        Suites: sid
        Components: main
        Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

        """
    )
  }

  @Test func `a keyring inside the stanza is kept line by line`() {
    let text = """
      Types: deb deb-src
      URIs: https://mirror.example/debian/
      Suites: trixie
      Components: main
      Signed-By:
       -----BEGIN PGP PUBLIC KEY BLOCK-----
       .
       mQINBF
      """

    #expect(
      sources("debian.sources", text) == """
        Types: deb-src
        URIs: https://mirror.example/debian/
        Suites: sid
        Components: main
        Signed-By:
         -----BEGIN PGP PUBLIC KEY BLOCK-----
         .
         mQINBF

        """
    )
  }

  @Test func `the one-line form is read with its options`() {
    let text = """
      # deb http://old.example/debian bookworm main
      deb http://security.debian.org/debian-security bookworm-security main
      deb [arch=amd64 signed-by=/a.gpg,/b.gpg check-valid-until=no] http://m.example/debian trixie main # x
      """

    #expect(
      sources("sources.list", text) == """
        Types: deb-src
        URIs: http://m.example/debian
        Suites: sid
        Components: main
        Signed-By: /a.gpg /b.gpg
        Check-Valid-Until: no

        """
    )
  }

  @Test func `an archive of Debian is taken before another that comes first`() {
    let files = [
      ("chrome.list", "deb https://dl.example/chrome stable main"),
      ("debian.list", "deb http://deb.debian.org/debian bookworm main"),
    ]

    #expect(
      AptSources.privateSources(from: files, suite: "sid") == """
        Types: deb-src
        URIs: http://deb.debian.org/debian
        Suites: sid
        Components: main

        """
    )
    #expect(
      AptSources.privateSources(from: [files[0]], suite: "sid")?.contains("dl.example") == true
    )
  }

  @Test(arguments: [
    "", "deb", "deb http://m.example/debian", "deb http://m.example/debian ./", "rpm a b c",
  ])
  func `a file without a usable line gives nothing`(text: String) {
    #expect(sources("sources.list", text) == nil)
  }

  @Test(arguments: [
    "Types: deb\nURIs: http://m.example/debian\nSuites: sid\nComponents: main\nEnabled: no",
    "Types: deb\nURIs: http://security.debian.org/\nSuites: sid\nComponents: main",
    "Types: deb\nURIs: http://m.example/flat\nSuites: ./",
    " continued\n: x\n#",
  ])
  func `a stanza that is off, only security or flat gives nothing`(text: String) {
    #expect(sources("debian.sources", text) == nil)
  }
}
