import { html, prose, type Html } from './html.ts';
import type { Schema } from './openapi.ts';

/** A parameter, or a field of an object. */
export interface Field {
  readonly name: string;
  readonly required: boolean;
  /** Its schema; not a reference. */
  readonly schema: Schema;
  /** Where a parameter is sent: `path` or `query`. */
  readonly place?: string;
}

/** Lists parameters or fields, each with its type and its limits. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map(fieldEntry)}</dl>`;
}

function fieldEntry({ name, required, schema, place }: Field): Html {
  const { type, format, description = '' } = schema;
  const limits = limitsOf(schema);
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="quiet">${type}${format && `, ${format}`}${place && `, in the ${place}`}</span>
      ${required && html`<span class="required">required</span>`}
    </dt>
    <dd>${prose(description)}</dd>
    ${limits !== '' && html`<dd class="quiet">${prose(limits)}</dd>`}
  </div>`;
}

function limitsOf({ enum: choices, minimum, maximum, default: defaultValue }: Schema): string {
  const limits = [
    choices && `one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
    minimum !== undefined && (maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`),
    defaultValue !== undefined && `default ${defaultValue}`,
  ];
  return limits.filter((limit) => typeof limit === 'string').join(', ');
}
