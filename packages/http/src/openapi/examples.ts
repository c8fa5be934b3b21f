/**
 * Examples by name. An example of a request and one of a response with the same name are a pair: a server that starts with
 * `--seed 2` sends this response to that request.
 */
export type Examples<Value = unknown> = Readonly<Record<string, Value>>;

/** The examples as OpenAPI has them. They are copies, because a caller may change the document. */
export function describeExamples(examples: Examples): Readonly<Record<string, { readonly value: unknown }>> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [name, { value: JSON.parse(JSON.stringify(value)) as unknown }]),
  );
}
