import { html, prose, type Html } from './html.ts';
import type { Schema } from './openapi.ts';

/** A parameter, or a field of an object. */
interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** By default, that of the schema. */
  readonly description?: string;
  /** Where a parameter is sent: `path` or `query`. */
  readonly in?: string;
}

/** Lists parameters or fields, each with its type and its limits. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<dl class="fields">${fields.map(fieldEntry)}</dl>`;
}

/** Lists the fields of an object. */
export function objectFields({ properties = {}, required = [] }: Schema): Html {
  return fieldList(
    Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema })),
  );
}

function fieldEntry({ name, required, schema, description = schema.description ?? '', in: place }: Field): Html {
  const { type, format } = schema;
  const facts = [type, format, place && `in the ${place}`, required && 'required'];
  const limits = limitsOf(schema);
  return html`<div>
    <dt><code>${name}</code> <span class="quiet">${joined(facts)}</span></dt>
    <dd>${prose(description)}</dd>
    ${limits !== '' && html`<dd class="quiet">${prose(limits)}</dd>`}
  </div>`;
}

function limitsOf({ enum: choices, minimum, maximum, default: defaultValue }: Schema): string {
  return joined([
    choices && `one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`,
    minimum !== undefined && (maximum === undefined ? `${minimum} or more` : `${minimum} to ${maximum}`),
    defaultValue !== undefined && `default ${defaultValue}`,
  ]);
}

function joined(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join(', ');
}
