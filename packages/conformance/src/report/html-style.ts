/** The colours of the pages, as in `docs.css`. Every text has a contrast of at least 4.5 with its background. */
export const colours = `
  --ground: light-dark(#fbfaf7, #191815);
  --panel: light-dark(#f3f0e9, #21201c);
  --ink: light-dark(#23211c, #ebe6db);
  --quiet: light-dark(#645e52, #a9a294);
  --line: light-dark(#e2ddd1, #38352e);
  --accent: light-dark(#1d6a4c, #82cba7);
  --bad: light-dark(#a5301f, #f2998b);
  --number: light-dark(#1f5a94, #9cc4f0);`;

/** The style of the page: the type and the colours of `/docs`. */
export const pageStyle = `
:root {${colours}
  --warn: light-dark(#6b4a06, #efcf8c);
  --broken: light-dark(#6a2c7a, #ddb2ea);

  color-scheme: light dark;
  background: var(--ground);
  color: var(--ink);
  font-family: system-ui, sans-serif;
  line-height: 1.6;
  overflow-wrap: anywhere;
  scroll-padding-top: 1.5rem;
}
body { max-width: 64rem; margin: 0 auto; padding: clamp(1rem, 3vw, 2rem) clamp(1rem, 4vw, 3.5rem); }
h1, h2, h3 { margin: 0; line-height: 1.2; }
h1 { font-size: 1.5rem; }
h2 { font-size: 1.125rem; }
h3 { color: var(--quiet); font-size: 0.875rem; }
p { margin: 0.5rem 0; }
.result { font-size: 1.125rem; font-weight: 600; }
.facts, small, legend, summary, footer { color: var(--quiet); font-size: 0.875rem; font-weight: 400; }
code, pre { font-family: ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace; font-variant-ligatures: none; font-size: 0.875rem; }
pre { margin: 0.5rem 0; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.strip { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 1rem 0; }
.strip a { display: block; width: 1.5rem; height: 1.5rem; border-radius: 4px; background: var(--colour); color: var(--ground); font-weight: 700; line-height: 1.5rem; text-align: center; text-decoration: none; }
.strip a:is(:hover, :focus-visible) { outline: 2px solid var(--ink); outline-offset: 1px; }
.pass { --colour: var(--accent); }
.fail, .unexpected-pass, .failed { --colour: var(--bad); }
.warn:not(.failed) { --colour: var(--warn); }
.note { --colour: var(--number); }
.harness-error { --colour: var(--broken); }
.expected-failure, .not-exercised, .not-supported { --colour: var(--quiet); }
fieldset { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; border: 0; }
legend { padding: 0; }
article, .passed { margin: 1rem 0; padding: 1rem 0; border-top: 1px solid var(--line); }
article b { color: var(--colour); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: 1rem; padding: 0.75rem 1rem; border-radius: 12px; background: var(--panel); }
mark { padding: 0 0.125rem; border-radius: 2px; background: var(--bad); color: var(--ground); }
.sides div:first-child mark, article > p mark { background: var(--accent); }
.exchange { margin: 0.5rem 0; }
.exchange > li { border-left: 2px solid var(--line); padding-left: 0.75rem; }
.exchange summary { cursor: pointer; }
.exchange small { display: inline-block; min-width: 4.5rem; }
.way { display: inline-block; min-width: 8rem; color: var(--quiet); font-size: 0.875rem; }
.exchange code { color: var(--ink); }
:target { outline: 2px solid var(--accent); outline-offset: 0.5rem; }
body:has([value="failed"]:checked) :is(article:not(.failed, :target), .passed),
body:has([value="warn"]:checked) :is(article:not(.warn, :target), .passed),
body:has([value="note"]:checked) :is(article:not(.note, :target), .passed) { display: none; }
`;
