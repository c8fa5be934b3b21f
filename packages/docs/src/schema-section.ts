import { fieldList, type Field } from './field-list.ts';
import { html, prose, type Html } from './html.ts';
import { resolve, schemaName, type OpenApi, type Schema } from './openapi.ts';

/** Shows an object of the document, field by field. */
export function schemaSection(openApi: OpenApi, name: string, schema: Schema): Html {
  return html`<section class="schema" id="schema-${name}" aria-labelledby="schema-${name}-title">
    <h3 id="schema-${name}-title">${name}</h3>
    <p>${prose(schema.description ?? '')}</p>
    ${fieldList(fieldsOf(openApi, schema))}
  </section>`;
}

/** The fields of an object. */
export function fieldsOf(openApi: OpenApi, { properties = {}, required = [] }: Schema): readonly Field[] {
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    schema: resolve(openApi, property),
  }));
}

/** Links to the schema of a body, or of the items of a list. */
export function schemaLink(openApi: OpenApi, schema: Schema): Html {
  const { items } = resolve(openApi, schema);
  const name = schemaName(items ?? schema);
  return html`${items && 'array of '}<a href="#schema-${name}">${name}</a>`;
}
