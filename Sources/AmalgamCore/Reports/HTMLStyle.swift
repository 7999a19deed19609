/// How the page looks: light and dark by what the reader's system asks for, and on paper.
enum HTMLStyle {
  /// Foreground colours on the background, by name: text, good, bad, open, and links of the page.
  static let light: KeyValuePairs = [
    "back": "#ffffff", "text": "#1b1f24", "faint": "#57606a", "line": "#d0d7de",
    "shade": "#f3f5f7", "good": "#11602a", "bad": "#b3201b", "open": "#7a4800", "bar": "#3b6fb6",
  ]
  static let dark: KeyValuePairs = [
    "back": "#14171a", "text": "#e7eaee", "faint": "#a3acb6", "line": "#3a4149",
    "shade": "#1e2328", "good": "#72dc8d", "bad": "#ff9b93", "open": "#efc163", "bar": "#7aa8e6",
  ]

  static var text: String {
    """
    :root{color-scheme:light dark;\(variables(light))}
    @media (prefers-color-scheme:dark){:root{\(variables(dark))}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);\
    font:16px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif;overflow-wrap:anywhere}
    main{max-width:75rem;margin:0 auto;padding:1rem}
    h1{font-size:2rem;margin:0}h2{font-size:1.2rem;margin:2rem 0 .5rem}
    header{border-left:.6rem solid;padding:.4rem 1rem;margin-bottom:1rem}
    header p{margin:.2rem 0;color:var(--text)}
    .good{color:var(--good)}.bad{color:var(--bad)}.open{color:var(--open)}
    .good,.bad,.open{font-weight:600}.faint{color:var(--faint)}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;width:100%}
    th,td{overflow-wrap:normal;border:1px solid var(--line);padding:.3rem .5rem;text-align:left;vertical-align:top}
    thead th{background:var(--shade)}tbody th{font-weight:600}
    dl.bars{display:grid;grid-template-columns:minmax(6rem,16rem) 1fr;gap:.3rem .8rem;margin:0}
    dl.bars dt{font-weight:600}dl.bars dd{margin:0}
    .bar{display:block;height:.7rem;background:var(--bar);min-width:1px}
    li{margin:.5rem 0}ul.plain{list-style:none;padding:0}
    code{font:.9em/1.4 ui-monospace,Menlo,Consolas,monospace}
    pre{background:var(--shade);padding:.6rem;white-space:pre-wrap;margin:.3rem 0}
    details{margin:1rem 0}summary{cursor:pointer;font-weight:600}
    @media print{body{font-size:11px}main{max-width:none;padding:0}details{display:block}\
    .scroll{overflow:visible}header,tr,li{break-inside:avoid}}
    """
  }

  private static func variables(_ colours: KeyValuePairs<String, String>) -> String {
    colours.map { "--\($0.key):\($0.value)" }.joined(separator: ";")
  }
}
