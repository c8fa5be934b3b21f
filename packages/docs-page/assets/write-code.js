/** @typedef {{ url: string, key: string, body: string | null }} CodeRequest */

/** How each language writes a text. */
const quotes = new Map([
  ['curl', quoteForShell],
  ['JavaScript', quoteSingly],
  ['Python', quoteSingly],
]);

/**
 * What a sample has of its request: the quoted address, which begins with the base address; the quoted body, a JSON object; the key.
 */
const slots = /(['"])\{base address\}.*?\1|(['`])\{".*?\2|YOUR_API_KEY/g;

/**
 * Writes a request as code: a sample of the document, with another address, key and body. Without a key, the sample keeps `YOUR_API_KEY`.
 * The server uses this too, so it needs no browser.
 *
 * @param {string} source
 * @param {string} language
 * @param {CodeRequest} request
 */
export function writeCode(source, language, { url, key, body }) {
  const quote = quotes.get(language) ?? JSON.stringify;
  return source.replace(slots, (slot) => {
    if (slot === 'YOUR_API_KEY') return key === '' ? slot : quote(key).slice(1, -1);
    return quote(slot.startsWith('{base address}', 1) ? url : (body ?? ''));
  });
}

/** @param {string} text */
function quoteForShell(text) {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** @param {string} text */
function quoteSingly(text) {
  return `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}
