// @ts-check

/** A string, an empty array or object, white space, or one character that the layout depends on. */
const token = /"(?:[^"\\]|\\.)*"|\[\s*\]|\{\s*\}|\s+|[{}[\],:]/g;

/**
 * Lays out the JSON of a response; other text stays as it is. Numbers stay text: JSON.parse would round a 64-bit integer.
 *
 * @param {string} text
 */
export function formatJson(text) {
  if (!isJson(text)) return text;
  let depth = 0;
  const newLine = () => `\n${'  '.repeat(depth)}`;
  return text.replace(token, (found) => {
    if (found === ':') return ': ';
    if (found === ',') return `,${newLine()}`;
    if (found === '{' || found === '[') {
      depth += 1;
      return found + newLine();
    }
    if (found === '}' || found === ']') {
      depth -= 1;
      return newLine() + found;
    }
    return found.trim();
  });
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
