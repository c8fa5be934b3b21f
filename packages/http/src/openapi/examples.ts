/** Examples by name. Same name = a pair: with `--seed 2`, the server answers the request example with the response example. */
export type Examples<Value = unknown> = Readonly<Record<string, Value>>;

/** The examples as OpenAPI has them. They are copies, because a caller may change the document. */
export function describeExamples(examples: Examples): Readonly<Record<string, { readonly value: unknown }>> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, value]) => [name, { value: JSON.parse(JSON.stringify(value)) as unknown }]),
  );
}
