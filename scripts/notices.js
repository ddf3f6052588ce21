// The notices of the packages whose code is bundled into dist/: their names, versions and licenses.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One text with the license of every package that has a file in the output. Licenses require that
 * their text goes with every copy. `metafile` is esbuild's; `root` is the folder that its paths are
 * relative to.
 */
export function noticesOf(metafile, root) {
  const notices = new Map(bundledFolders(metafile).map((folder) => notice(join(root, folder))));
  const sorted = [...notices]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, text]) => text);
  return (
    `The program in this folder contains code of these ${sorted.length} ` +
    `packages.\n\n${sorted.join('\n')}`
  );
}

/** The folders of the packages that have a file in the output. */
export function bundledFolders(metafile) {
  const folders = new Set();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const path of Object.keys(inputs)) {
      const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [];
      if (folder !== undefined) folders.add(folder);
    }
  }
  return [...folders];
}

/** The package and version, and the notice: two copies of one version need only one. */
function notice(folder) {
  const { name, version, license, author, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const heading = `${name} ${version} (${license})`;
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  // A package without a license file names its license and its author.
  if (texts.length === 0)
    texts.push(`Copyright ${author?.name ?? author ?? `the authors of ${name}`}\n${homepage}`);
  return [heading, `${'-'.repeat(80)}\n${heading}\n\n${texts.join('\n\n')}\n`];
}
