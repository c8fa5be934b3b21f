/** Applies the language that a reader chooses to the samples of all operations. The clicked button keeps its place in the window. */
export function chooseLanguageForAll() {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    const { top } = target.getBoundingClientRect();
    for (const other of document.querySelectorAll('[type=radio]')) {
      if (other instanceof HTMLInputElement && other.value === target.value) other.checked = true;
    }
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
  });
}
