// @ts-check

/** A string, an empty array or object, or one character that the layout depends on. */
const token = /"(?:[^"\\]|\\.)*"|\[\]|\{\}|[{}[\],:]/g;

/**
 * Lays out the JSON of a response. Numbers stay text: JSON.parse would round a 64-bit integer.
 *
 * @param {string} text JSON without white space
 */
export function formatJson(text) {
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
    return found;
  });
}
