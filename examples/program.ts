/** Whether the examples have been built, as where the packages are installed, or run from their sources, as here. */
const built = import.meta.url.endsWith('.js');

/** What Node is given to run an example. */
export function program(name: string): readonly string[] {
  return built
    ? [`${import.meta.dirname}/${name}.js`]
    : ['--conditions=@petstore/source', '--import', 'tsx', `${import.meta.dirname}/${name}.ts`];
}
