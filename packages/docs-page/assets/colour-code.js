/** The name of a member in JSON, which gets no colour; or a string; or a number. */
const token =
  /"(?:[^"\\]|\\.)*"\s*:|("(?:[^"\\]|\\.?)*(?:"|$)|'(?:[^'\\]|\\.?)*(?:'|$)|`[^`]*`)|((?<![\w.-])-?\d[\w.+-]*)/gs;

/**
 * Colours the strings and the numbers of code, and colours anew what a script changes. `docs.css` has the colours. No element is
 * added, so the code can be copied and read as before. A browser from before 2025 may show no colours.
 */
export function colourCode() {
  if (!('highlights' in CSS)) return;
  const blocks = document.querySelectorAll('pre:not(.address, .headers)');
  const strings = new Highlight();
  const numbers = new Highlight();
  CSS.highlights.set('string', strings).set('number', numbers);
  const colour = () => {
    strings.clear();
    numbers.clear();
    for (const { firstChild: code } of blocks) {
      // There is no response yet, or one whose strings could overflow the stack of the pattern.
      if (!(code instanceof Text) || code.length > 1_000_000) continue;
      for (const { 0: text, 1: string, 2: number, index } of code.data.matchAll(token)) {
        const end = index + text.length;
        const range = new StaticRange({ startContainer: code, startOffset: index, endContainer: code, endOffset: end });
        if (string) strings.add(range);
        if (number) numbers.add(range);
      }
    }
  };
  const changes = new MutationObserver(colour);
  for (const block of blocks) changes.observe(block, { childList: true });
  colour();
}
