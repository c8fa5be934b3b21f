/** A name of 2,000 characters, no two parts of which are the same. */
const longName = Array.from({ length: 500 }, (_, index) => `é🐕${index.toString(36).padStart(2, '0')}`).join('');

/** Names that are valid, and that clients change: they trim, normalise, escape, cut, or take them for something else. */
export const awkwardNames: readonly string[] = [
  '',
  ' Rex  II ',
  '\t Rex\r\nRex\n ',
  '\u00a0\ufeffRex\u3000',
  'e\u0301 é \u2126 Ω ﬁ ① 한 \u1112\u1161\u11ab', // composed, decomposed, and of compatibility
  '👩‍👩‍👧‍👦 🐕‍🦺 🇩🇪 \u202eabc\u202c \u200b\u2028\u2029',
  `Rex & Max <b>"it's"</b> &amp; &lt; &#39; \\ / \\u00e9 \\n`,
  '%20 %C3%A9 + a=b&c=d ?x #y ${name} {{name}} %s',
  'reX STRASSE straße İıiI',
  '\u0001\b\f\u001f\u007f\u0085',
  'null',
  'true',
  '-0.0',
  '007',
  '1e3',
  '"Rex"',
  '{"name":"Rex"}',
  '[]',
  '2026-11-25T10:00:00Z',
  longName,
];

/** Some of them that show most in one name, for where each one would take too long. */
export const fewNames: readonly string[] = ['', awkwardNames.slice(1, 10).join('|'), longName];
