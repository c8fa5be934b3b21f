/** @type {Element | null} */
let lastLabel = null;

/** Makes the buttons of the code blocks copy their code, and say so until something else is copied or typed. */
export function copyCode() {
  for (const block of document.querySelectorAll('figure')) {
    block.querySelector('.copy')?.addEventListener('click', () => {
      void copy(block);
    });
  }
  for (const event of ['input', 'submit']) addEventListener(event, () => showResult(null, ''));
}

/** @param {HTMLElement} block */
async function copy(block) {
  const code = /** @type {HTMLElement} */ (block.querySelector('pre'));
  const label = block.querySelector('.copy > span');
  try {
    await navigator.clipboard.writeText(code.textContent);
    showResult(label, 'Copied');
  } catch {
    getSelection()?.selectAllChildren(code); // the browser refused, or has no clipboard, because the page came over plain HTTP
    showResult(label, 'Selected');
  }
}

/**
 * @param {Element | null} label
 * @param {string} result
 */
function showResult(label, result) {
  if (lastLabel !== null) lastLabel.textContent = 'Copy';
  if (label !== null) label.textContent = result;
  lastLabel = label;
}
