/** Marks the link of the section that is being read: the last one that reaches into the upper third of the window. */
export function markCurrentSection() {
  const sections = Array.from(document.querySelectorAll('section'));
  const last = sections.at(-1);
  /** @type {Set<Element>} */
  const inUpperThird = new Set();
  let isLastInView = false; // as a whole: it may be too short to be scrolled up
  const mark = () => {
    const current = isLastInView ? last : sections.findLast((section) => inUpperThird.has(section));
    for (const link of document.querySelectorAll('nav a')) {
      if (link.getAttribute('href') === `#${current?.id ?? ''}`) link.setAttribute('aria-current', 'location');
      else link.removeAttribute('aria-current');
    }
  };

  const upperThird = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) inUpperThird.add(target);
        else inUpperThird.delete(target);
      }
      mark();
    },
    { rootMargin: '0px 0px -67% 0px' },
  );
  const whole = new IntersectionObserver(
    (entries) => {
      isLastInView = entries.at(-1)?.isIntersecting ?? false;
      mark();
    },
    { threshold: 0.99 },
  );
  for (const section of sections) upperThird.observe(section);
  if (last !== undefined) whole.observe(last);
}
