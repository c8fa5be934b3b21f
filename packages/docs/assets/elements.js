// @ts-check

/** @typedef {Node | string | false | undefined} Child */

/**
 * Makes an element. Attributes and children that are `false` or `undefined` are left out.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Readonly<Record<string, string | boolean | undefined>>} [attributes]
 * @param {readonly Child[]} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== false && value !== undefined) made.setAttribute(attribute, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== false && child !== undefined));
  return made;
}
