/** Whether the examples are built, as in the test of the packed packages, or run from their sources. */
const built = import.meta.url.endsWith('.js');

/** The arguments for Node to run an example. */
export function program(name: string): readonly string[] {
  return built ? [`${import.meta.dirname}/${name}.js`] : ['--import', 'tsx', `${import.meta.dirname}/${name}.ts`];
}
