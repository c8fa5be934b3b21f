// @ts-check
import { answerList, isError } from './answer-list.js';
import { element, prose } from './elements.js';
import { fieldList } from './field-list.js';
import { jsonView } from './json-view.js';

/** @typedef {import('./api-description.js').Operation} Operation */

/** The errors that the interface is about; the others are those of any HTTP server, and folded away. */
const commonErrors = ['400', '401', '404'];

/**
 * An operation to read, and beside it what calls it.
 *
 * @param {Operation} operation
 * @param {HTMLElement} tryIt
 */
export function operationSection(operation, tryIt) {
  const { id, summary, description, parameters, body, answers } = operation;
  const rare = answers.filter((answer) => isError(answer) && !commonErrors.includes(answer.status));
  return element(
    'section',
    { class: 'operation', id, 'aria-labelledby': `${id}-title` },
    element(
      'div',
      { class: 'reading' },
      element('h2', { id: `${id}-title` }, element('a', { href: `#${id}` }, summary)),
      element('p', { class: 'route' }, ...route(operation)),
      operation.deprecated && deprecation(operation),
      element('p', {}, ...prose(description)),
      parameters.length > 0 && element('h3', {}, 'Parameters'),
      parameters.length > 0 && fieldList(parameters),
      ...(body === undefined ? [] : requestBody(body)),
      element('h3', {}, 'Responses'),
      answerList(answers.filter((answer) => !rare.includes(answer))),
      rare.length > 0 &&
        element('details', {}, element('summary', {}, `${rare.length} rarer errors`), answerList(rare)),
    ),
    tryIt,
  );
}

/**
 * The method and the path.
 *
 * @param {Operation} operation
 */
export function route({ method, path }) {
  return [element('span', { class: `method method-${method.toLowerCase()}` }, method), ' ', element('code', {}, path)];
}

/** @param {Operation} operation */
function deprecation({ sunset }) {
  const day = sunset && new Date(sunset).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return element(
    'p',
    { class: 'deprecation' },
    element('strong', {}, 'Deprecated'),
    ...(day ? [' It will be removed on ', element('time', { datetime: sunset }, day), '.'] : []),
  );
}

/** @param {import('./api-description.js').RequestBody} body */
function requestBody({ description, mediaType, shape, example }) {
  return [
    element('h3', {}, 'Request body'),
    element('p', {}, ...prose(`${description} \`${mediaType}\``)),
    shape && fieldList(shape.fields),
    shape && element('p', { class: 'note' }, ...prose(shape.description)),
    element('pre', { class: 'example' }, jsonView(example)),
  ];
}
