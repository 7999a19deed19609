import AmalgamCore
import AmalgamHost
import AmalgamTestSupport
import Foundation
import Testing

/// The page of a gate as a person sees it, in a browser.
@Suite(
  .serialized,
  .enabled(if: Browser.path != nil, "not run: 'chromium' is not installed"),
  .enabled(if: FetchedRelease.isAvailable("3.46.1"), "\(FetchedRelease.notRun("3.46.1"))")
)
struct PageTests {
  private let gate: GateFolder

  init() throws { gate = try GateFolder() }

  @Test func `a reader finds the verdict and what it is of, on a phone and on a desk`() throws {
    let outcome = try gate.run(
      "--record",
      "--today",
      "2026-11-30",
      "--report",
      "html=\(gate.path)/gate.html"
    )
    #expect(outcome.status == .exited(0), "\(outcome.errors)")

    for width in [400, 1400] {
      let seen = try Browser.look(at: "\(gate.path)/gate.html", width: width, in: gate.folder)

      #expect(seen["title"] == "amalgam gate: Passed")
      #expect(seen["verdict"] == "Passed")
      #expect((seen["verdictBottom"].integer ?? 10_000) < 200, "the verdict is above the fold")
      #expect(seen["overflow"] == 0, "nothing is wider than the page at \(width) pixels")
      #expect(seen["row"].string?.hasPrefix("app@3.46.1 | passed | 3.46.1, ") ?? false)
      #expect(seen["row"].string?.contains(": wal-reset, ") ?? false)
      #expect(seen["row"].string?.contains("libsqlite3-app.a (") ?? false)
      #expect(seen["row"].string?.hasSuffix("| approved by this run") ?? false)
      #expect(seen["fts5"] == "module:fts5 | yes")
      #expect((seen["bars"].integer ?? 0) == 3)
      #expect((seen["folded"].integer ?? 0) >= 2)
      #expect((seen["contrast"].integer ?? 0) >= 45, "ten times the smallest contrast")
    }
  }
}

/// Chromium without a window.
private enum Browser {
  static let path = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"]
    .lazy.compactMap { SystemCommands().find($0) }.first

  /// Returns what a script beside the page has measured in it.
  static func look(at page: String, width: Int, in folder: TemporaryFolder) throws -> Parsed {
    let markup = try SystemFiles().readText(page)
      .replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
      // A page that forbids scripts forbids those of the test as well; its style stays.
      .replacing("default-src 'none'; ", with: "")
    try folder.write(
      """
      <!DOCTYPE html><meta charset="utf-8"><body style="margin:0">
      <iframe style="border:0" width="\(width)" height="800" srcdoc="\(markup)"></iframe>
      <pre id="seen"></pre>
      <script>\(script)</script>
      """,
      to: "look.html"
    )
    let command = Command(
      [
        path ?? "", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=\(folder.path)/browser", "--virtual-time-budget=5000",
        "--window-size=1500,900", "--dump-dom", "file://\(folder.path)/look.html",
      ],
      in: folder.path,
      environment: ["HOME": folder.path]
    )
    let status = try SystemCommands().run(
      command,
      log: "\(folder.path)/browser.log",
      output: "\(folder.path)/dom.html",
      seconds: 120
    )
    let dom = try folder.read("dom.html")
    #expect(status.isSuccess)
    let parts = dom.split(separator: "<pre id=\"seen\">", maxSplits: 1)
    let seen = try #require(parts.last?.split(separator: "</pre>", maxSplits: 1).first)
    return try Parsed(
      String(seen).replacing("&amp;", with: "&").replacing("&lt;", with: "<")
        .replacing("&gt;", with: ">")
    )
  }

  private static let script = """
    document.querySelector('iframe').onload = function () {
      const page = this.contentDocument, root = page.documentElement;
      const heading = page.querySelector('h1');
      const cells = row => row ? [...row.children].map(c => c.innerText.trim()).join(' | ') : '';
      const light = colour => {
        const part = colour.match(/[0-9.]+/g).slice(0, 3).map(n => {
          const s = n / 255;
          return s <= 0.04045 ? s / 12.92 : Math.pow((s + 0.055) / 1.055, 2.4);
        });
        return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
      };
      const behind = element => {
        for (let at = element; at; at = at.parentElement) {
          const colour = getComputedStyle(at).backgroundColor;
          if (!/, 0\\)$/.test(colour) && colour !== 'transparent') return light(colour);
        }
        return 1;
      };
      let contrast = 100;
      for (const element of page.querySelectorAll('h1,h2,p,td,th,li,span,summary,code,dt,pre')) {
        if (!element.innerText) continue;
        const pair = [light(getComputedStyle(element).color), behind(element)];
        contrast = Math.min(contrast, (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05));
      }
      const rows = [...page.querySelectorAll('tbody tr')];
      document.getElementById('seen').textContent = JSON.stringify({
        title: page.title, verdict: heading.innerText,
        verdictBottom: Math.round(heading.getBoundingClientRect().bottom),
        overflow: Math.max(0, root.scrollWidth - root.clientWidth),
        row: cells(rows[0]),
        fts5: cells(rows.find(r => r.children[0].innerText === 'module:fts5')),
        bars: [...page.querySelectorAll('.bar')].filter(b => b.offsetWidth > 0).length,
        folded: page.querySelectorAll('details:not([open])').length,
        contrast: Math.floor(contrast * 10)
      });
    };
    """
}
