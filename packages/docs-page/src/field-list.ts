import type { Field, Schema } from './openapi.ts';
import { html, prose, type Html } from './html.ts';

export function fieldList(fields: readonly Field[]): Html {
  return html`<dl>
    ${fields.map(
      (field) =>
        html`<dt><code>${field.name}</code></dt>
          <dd>
            ${prose(field.description ?? field.schema.description ?? '')}
            <small>${facts(field)}</small>
          </dd>`,
    )}
  </dl>`;
}

export function objectFields({ properties = {}, required = [] }: Schema): Html {
  return fieldList(
    Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
  );
}

function facts({ in: location, required, schema }: Field): string {
  const { type, format, enum: choices, minimum, maximum, default: defaultValue } = schema;
  const parts = [
    type,
    format,
    location && `in the ${location}`,
    required && 'required',
    choices && `one of ${choices.join(', ')}`,
    minimum !== undefined && `minimum ${minimum}`,
    maximum !== undefined && `maximum ${maximum}`,
    defaultValue !== undefined && `default ${defaultValue}`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}
