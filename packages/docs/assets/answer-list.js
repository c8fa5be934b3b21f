// @ts-check
import { element, prose } from './elements.js';
import { jsonView } from './json-view.js';

/**
 * The responses of an operation by their statuses.
 *
 * @param {readonly import('./api-description.js').Answer[]} answers
 */
export function answerList(answers) {
  return element('dl', { class: 'answers' }, ...answers.map(answerEntry));
}

/** @param {import('./api-description.js').Answer} answer */
export function isError({ status }) {
  return status >= '400';
}

/** @param {import('./api-description.js').Answer} answer */
function answerEntry(answer) {
  const { status, description, headers, shape, isList, example } = answer;
  return element(
    'div',
    {},
    element('dt', { class: isError(answer) ? 'bad' : 'good' }, status),
    element(
      'dd',
      {},
      element('p', {}, ...prose(description), ' ', shape && shapeLink(shape.name, isList)),
      headers.length > 0 &&
        element(
          'ul',
          { class: 'answer-headers' },
          ...headers.map(({ name, description: words }) =>
            element('li', {}, element('code', {}, name), ' ', ...prose(words)),
          ),
        ),
      // An error's example says what its description says.
      example !== undefined && !isError(answer) && element('pre', { class: 'example' }, jsonView(example)),
    ),
  );
}

/**
 * @param {string} name
 * @param {boolean} isList
 */
function shapeLink(name, isList) {
  const link = element('a', { href: `#shape-${name}` }, name);
  return element('span', { class: 'shape-link' }, isList ? 'Body: array of ' : 'Body: ', link);
}
