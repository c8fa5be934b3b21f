/**
 * What stands in the way of a release, as lines for people.
 *
 * @param {object} state
 * @param {string} state.changes what `git status --porcelain` prints
 * @param {string} state.changelog
 * @param {string} state.manifest the text of the package.json of the package
 * @param {boolean} state.isPublished whether the registry has this version
 * @returns {readonly string[]}
 */
export function reasonsNotToRelease({ changes, changelog, manifest, isPublished }) {
  const { version } = /** @type {{ version: string }} */ (JSON.parse(manifest));
  const [heading = ''] = /^## .*$/m.exec(changelog) ?? [];
  const isDated = heading.startsWith(`## ${version} - `) && /\d{4}-\d{2}-\d{2}$/.test(heading);
  const placeholders = manifest.match(/[^"]*[.]invalid\b[^"]*/g) ?? [];
  return [
    ...(changes === '' ? [] : [`Commit or remove these changes first:\n${changes}`]),
    ...(isDated ? [] : [`CHANGELOG.md begins with "${heading}" instead of "## ${version} - " and the date.`]),
    ...(isPublished ? [`The registry has version ${version} already: raise it.`] : []),
    ...placeholders.map((text) => `packages/petstore-kit/package.json has a placeholder for an address: ${text}`),
  ];
}
