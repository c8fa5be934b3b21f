/** Shows the samples of all operations in the language that is chosen for one. What was clicked stays where it is. */
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
