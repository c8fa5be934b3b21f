/** @typedef {[name: string, value: string]} Header */
/** @typedef {{ url: string, key: string, headers?: Header[], body: string | null }} CodeRequest */

/**
 * How each language writes a text, and a header before the one with the key.
 *
 * @type {Record<string, { quote: (text: string) => string, header: (name: string, value: string) => string } | undefined>}
 */
const languages = {
  curl: { quote: quoteForShell, header: (name, value) => `--header ${quoteForShell(`${name}: ${value}`)} \\\n  ` },
  JavaScript: { quote: quoteSingly, header: (name, value) => `${quoteSingly(name)}: ${quoteSingly(value)},\n    ` },
  Python: { quote: quoteSingly, header: (name, value) => `${quoteSingly(name)}: ${quoteSingly(value)}, ` },
};
const go = {
  quote: JSON.stringify,
  /** @type {(name: string, value: string) => string} */
  header: (name, value) => `request.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})\n\t`,
};

/**
 * What a sample has of its request: the quoted address, which begins with the base address; the quoted body, a JSON object; the
 * key; the beginning of its header.
 */
const slots =
  /(['"])\{base address\}.*?\1|(['`])\{".*?\2|YOUR_API_KEY|(?:--header |request\.Header\.Set\()?['"]?Authorization/g;

/**
 * Writes a request as code: a sample of the document, with another address, key and body, and with further headers. Without a key, the
 * sample keeps `YOUR_API_KEY`.
 * The server uses this too, so it needs no browser.
 *
 * @param {string} source
 * @param {string} language
 * @param {CodeRequest} request
 */
export function writeCode(source, language, { url, key, headers = [], body }) {
  const { quote, header } = languages[language] ?? go;
  return source.replace(slots, (slot) => {
    if (slot === 'YOUR_API_KEY') return key === '' ? slot : quote(key).slice(1, -1);
    if (slot.endsWith('Authorization')) return headers.map((one) => header(...one)).join('') + slot;
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
