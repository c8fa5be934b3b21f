/**
 * Breaks a text into lines of at most `width` characters, between words. A longer word is broken inside. Tabs become two spaces.
 */
export function wrap(text: string, width: number): readonly string[] {
  const piece = new RegExp(`.{1,${width}}(?=\\s|$)|.{1,${width}}`, 'gu');
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => {
      const [first = '', ...rest] = line.match(piece) ?? [];
      return [first.trimEnd(), ...rest.map((part) => part.trim()).filter(Boolean)];
    });
}
