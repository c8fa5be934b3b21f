/** Applies the language that a reader chooses to the samples of all operations. */
export function chooseLanguageForAll() {
  addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return;
    for (const other of document.querySelectorAll('[type=radio]')) {
      if (other instanceof HTMLInputElement && other.value === target.value) other.checked = true;
    }
  });
}
