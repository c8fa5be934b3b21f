/** A name of 2,000 characters, no two parts of which are the same. */
const longName = Array.from({ length: 500 }, (_, index) => `é🐕${index.toString(36).padStart(2, '0')}`).join('');

/** A name of 42,000 characters: more than a small buffer or column has. The store takes bodies of 64 KiB. */
const hugeName = Array.from({ length: 7_000 }, (_, index) => `Rex${index.toString(36).padStart(3, '0')}`).join('');

/** Names that are valid, and that clients change: they trim, normalise, escape, cut, or take them for something else. */
export const awkwardNames: readonly string[] = [
  '',
  ' Rex  II ',
  '\t Rex\r\nRex\n ',
  'Rex\n',
  '\u00a0\ufeffRex\u3000',
  'e\u0301 é \u2126 Ω ﬁ ① 한 \u1112\u1161\u11ab', // composed, decomposed, and of compatibility
  '👩‍👩‍👧‍👦 🐕‍🦺 🇩🇪 \u202eabc\u202c \u200b\u2028\u2029',
  `Rex & Max <b>"it's"</b> &amp; &lt; &#39; \\ / \\u00e9 \\n`,
  '%20 %C3%A9 + a=b&c=d ?x #y ${name} #{name} {{name}} %s',
  'Rex 100%%',
  'reX STRASSE straße İıiI',
  '\u0001\u0007\b\v\f\u001b\u001f\u007f\u0085',
  'R\u0000x',
  'José', // Latin 1 has all of it
  'Rex’s “a”, b; c \u00ad ❤\ufe0f \ue000 \uffff \ufffd', // soft hyphen, variation selector, private use, no character
  '@Rex =1+1 `id` $(id) $HOME {0} 100%d !! ~',
  '@Rex',
  'null',
  'undefined',
  'None',
  'nil',
  'true',
  'false',
  'no',
  'NaN',
  'Infinity',
  '-0.0',
  '1.10',
  '007',
  '0x1F',
  '1e3',
  '"Rex"',
  '{"name":"Rex"}',
  '[]',
  '2026-11-25T10:00:00Z',
  '2026-11-25',
  '11/25/2026',
  '/Date(1700000000000)/',
  longName,
  hugeName,
];

/** Some of them that show most in one name, for where each one would take too long. */
export const fewNames: readonly string[] = [
  '',
  awkwardNames.slice(1, 16).join('|'),
  'Rex\n',
  'null',
  '007',
  '2026-11-25T10:00:00Z',
  hugeName,
];
