import { INT64_MAX, INT64_MIN } from './int64.ts';

/** Integers that careless code changes: a double rounds them, 32 bits cannot hold them, they are written as 1e+18, or taken for absent. */
export const awkwardIntegers: readonly bigint[] = [
  ...[2n ** 53n + 1n, -(2n ** 53n + 1n), INT64_MAX, INT64_MIN],
  ...[2n ** 31n, 2n ** 32n + 1n, 10n ** 18n, 1_000_000n, 0n, -1n],
  ...[1n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 53n)],
];

/** A name of 2,000 characters, of which no two parts are the same. */
const longName = Array.from({ length: 500 }, (_, index) => `é🐕${index.toString(36).padStart(2, '0')}`).join('');

/** A name of 42,000 characters: too many for a small buffer or column. Over HTTP, the store accepts bodies of 64 KiB. */
export const hugeName = Array.from({ length: 7_000 }, (_, index) => `Rex${index.toString(36).padStart(3, '0')}`).join(
  '',
);

/** Texts that careless code changes wherever they stand in a name. */
export const awkwardParts: readonly string[] = [
  ' Rex  II ',
  '\t Rex\r\nRex\n ',
  'Rex\n',
  '\u00a0\ufeffRex\u3000',
  'e\u0301 é \u2126 Ω ﬁ ① 한 \u1112\u1161\u11ab', // composed, decomposed and compatibility characters
  '👩‍👩‍👧‍👦 🐕‍🦺 🇩🇪 \u202eabc\u202c \u200b\u2028\u2029',
  `Rex & Max <b>"it's"</b> &amp; &lt; &#39; \\ / \\u00e9 \\n`,
  '%20 %C3%A9 + a=b&c=d ?x #y ${name} #{name} {{name}} %s',
  'Rex 100%%',
  'Rex%20%C3%A9%2B',
  'reX STRASSE straße İıiI',
  '\u0001\u0007\b\v\f\u001b\u001f\u007f\u0085',
  'R\u0000x',
  'José', // Latin 1 has all its characters
  'Rex’s “a”, b; c \u00ad ❤\ufe0f \ue000 \uffff \ufffd', // soft hyphen, variation selector, private use, noncharacter
];

/** Valid names that careless code changes: it trims, normalises, escapes or cuts them, or takes them for something else. */
export const awkwardNames: readonly string[] = [
  '',
  ...awkwardParts,
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
  '\u0000',
  '\n',
  '\u2028',
  '\ufeff',
  '\\',
  '"]}',
  `O'Hara"; --`,
  '__proto__',
  '9'.repeat(30),
  '🐕',
];
