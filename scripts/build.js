// Bundles the program into dist/: a core that every start loads, parts that are loaded on demand, and which packages are inside.
import { realpathSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledFolders, noticesOf } from './notices.js';
import { billOfMaterials } from './sbom.js';

const root = resolve(import.meta.dirname, '..');
/** What every start loads: all that the first file imports. */
const core = await importedBy(resolve(root, 'src/main.ts'), /^import (?!type).* from '(\.[^']+)'/gm);

/** What almost every command loads: settings, and what it prints. */
const outputCore = [
  'config/profiles',
  'cli/output/records',
  'cli/output/field-table',
  'cli/output/error',
  'cli/progress',
].map((name) => resolve(root, `src/${name}.ts`));

/** The same for the parts that send requests: all except those that read, change and print settings. */
const requestCore = resolve(root, 'src/cli/endpoint/run.ts');
const settingParts = /[\\/](conf|src[\\/]config|src[\\/]cli[\\/](commands[\\/](completion|settings)|output))[\\/]/;

/** The same for the parts that work on a file or a whole event, and others that use what these do. An import uses most of them. */
const fileCore = resolve(root, 'src/cli/commands/import/run.ts');
const fileParts =
  /[\\/]src[\\/](cli[\\/](review|commands[\\/](import|changes|sessions|program|runs|timetable|doctor|reference))|sheets|schedule)[\\/]|[\\/]commands[\\/]sending\.ts$/;

/** The same for the parts that read a schedule. */
const scheduleCore = resolve(root, 'src/cli/commands/sessions/run.ts');
const scheduleParts = /[\\/]src[\\/](cli[\\/]commands[\\/](sessions|program|timetable)|schedule)[\\/]/;

/** The package and the files that are imported when they are needed. Some parts are also imported at once by others. */
const parts = new Set([fileURLToPath(import.meta.resolve('conf'))]);
for (const file of await readdir(resolve(root, 'src'), { recursive: true })) {
  if (!file.endsWith('.ts')) continue;
  const path = resolve(root, 'src', file);
  for (const part of await importedBy(path, /\bimport\('(\.[^']+)'\)/g)) parts.add(part);
}

/** The paths of the files that a file imports. */
async function importedBy(path, way) {
  return Array.from((await readFile(path, 'utf8')).matchAll(way), ([, part]) => resolve(path, '..', part));
}

const quickStart = {
  name: 'quick-start',
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, async ({ path }) => {
      if (!parts.has(path) && !path.startsWith(resolve(root, 'src'))) return undefined;
      const source = await readFile(path, 'utf8');
      const bundled = requireNode(source).replace("createRequire(import.meta.url)('libsql')", "require('libsql')");
      return { contents: `${bundled}\n${coresOf(path)}`, loader: 'ts' };
    });
  },
};

/**
 * Bundles each core into one file. esbuild creates a file for each set of parts that share modules, and loading thirteen
 * files takes 8 ms longer than loading one. If every part imports the core, all parts share one set.
 */
function coresOf(path) {
  if (!parts.has(path)) return '';
  const cores = [...core, ...outputCore];
  if (!settingParts.test(path)) cores.push(requestCore);
  if (fileParts.test(path)) cores.push(fileCore);
  if (scheduleParts.test(path)) cores.push(scheduleCore);
  return cores.map((file) => `import ${JSON.stringify(file)};\n`).join('');
}

/**
 * Loads Node's modules by `require`. To import one as an ES module reads all that it exports, which loads parts of Node that
 * nobody asked for: `fs` its streams, `util` its colors and so stdout, `crypto` all of the Web's.
 */
export function requireNode(source) {
  return source.replace(/^import (?!type )([^;']+) from '(node:[^']+)';/gm, (_, names, module) => {
    const values = names
      .replace('* as ', '')
      .replace(/\btype \w+,?/g, '')
      .replaceAll(' as ', ': ');
    return `const ${values} = require('${module}');`;
  });
}

/**
 * Parts of packages that the program does not use and that have a cost. commander can start programs as subcommands
 * (2 ms of a start), and undici speaks HTTP/2 (8 ms). conf's file writer handles signals itself, and ends the process. cli-table3 can color
 * the lines of a table, which ours do not have.
 */
const leftOut = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    const leave = (filter, by) =>
      onResolve({ filter }, ({ importer }) =>
        by.test(importer) ? { path: 'nothing', namespace: 'left-out' } : undefined,
      );
    leave(/^node:child_process$/, /[\\/]commander[\\/]/);
    leave(/^when-exit$/, /[\\/]atomically[\\/]/);
    leave(/^node:http2$/, /[\\/]undici[\\/]/);
    leave(/^@colors\/colors\/safe$/, /[\\/]cli-table3[\\/]/);
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: 'export const constants = {}; export default () => () => {};',
    }));
  },
};

/**
 * Replaces node:assert in undici. To word a failed assertion, it reads and parses the source of its caller: seconds of
 * work if that is a bundle, in which no timer fires. A malformed response is enough to fail one.
 */
const plainAssert = {
  name: 'plain-assert',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:assert$/ }, ({ importer }) =>
      /[\\/]undici[\\/]/.test(importer) ? { path: 'node:assert', namespace: 'plain-assert' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'plain-assert' }, () => ({
      contents: `module.exports = (value, message = 'an assertion failed') => {
        if (!value) throw Object.assign(new Error(message), { code: 'ERR_ASSERTION' });
      };`,
    }));
  },
};

/** Evaluates string-width on its first call. Its regular expressions and segmenter take 30 ms, and plain text needs neither. */
const lazyStringWidth = {
  name: 'lazy-string-width',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      importer.startsWith(resolve(root, 'src')) ? { path: 'string-width', namespace: 'lazy' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'lazy' }, () => ({
      contents: 'export default text => require("string-width").default(text);',
      resolveDir: root,
    }));
  },
};

/** Lets cli-table3 measure texts as the program does: its version of string-width takes most of the time of a table. */
const tableWidths = {
  name: 'table-widths',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ importer }) =>
      /[\\/]cli-table3[\\/]/.test(importer) ? { path: 'string-width', namespace: 'table-widths' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'table-widths' }, () => ({
      contents: 'module.exports = require("./src/cli/output/width.ts").columnsOf;',
      resolveDir: root,
    }));
  },
};

/** Replaces the joined vocabulary by what it computes: joining the languages takes 30 ms, which every import would spend. */
const joinedVocabulary = {
  name: 'joined-vocabulary',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]word-data\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({ entryPoints: [path], bundle: true, write: false, format: 'esm' });
      const program = Buffer.from(outputFiles[0].contents).toString('base64');
      const { wordData } = await import(`data:text/javascript;base64,${program}`);
      const json = JSON.stringify(JSON.stringify(wordData));
      return { contents: `export const wordData = JSON.parse(${json});`, loader: 'js' };
    });
  },
};

/**
 * Loads the Model Context Protocol from a file of its own. It uses parts of zod that nothing else does, and a module that two
 * parts share would be loaded by every start.
 */
const protocol = 'src/cli/commands/mcp/protocol.ts';
const separateProtocol = {
  name: 'separate-protocol',
  setup({ onResolve }) {
    onResolve({ filter: /\/protocol\.ts$/ }, ({ path, resolveDir }) =>
      resolve(resolveDir, path) === resolve(root, protocol) ? { path: './mcp-protocol.js', external: true } : undefined,
    );
  },
};

/** Leaves out the validator of JSON Schemas, which checks what a server asks a person through an agent. Ours asks nothing. */
const withoutValidator = {
  name: 'without-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({ path: 'shims', namespace: 'validator' }));
    onLoad({ filter: /.*/, namespace: 'validator' }, () => ({
      contents: 'export class DefaultJsonSchemaValidator {} export { default as process } from "node:process";',
    }));
  },
};

/**
 * Moves what makes JSON Schemas of zod out of the core (27 KB of each start): only one part needs it, but zod's index, which all
 * parts load, names it too.
 */
const separateJsonSchemas = {
  name: 'separate-json-schemas',
  setup({ onResolve, onLoad }) {
    const zod = resolve(fileURLToPath(import.meta.resolve('zod/v4/core')), '..');
    onResolve({ filter: /^zod\/v4\/core$/ }, ({ importer }) =>
      /[\\/]reference[\\/]schemas\.ts$/.test(importer)
        ? { path: resolve(zod, 'json-schema-processors.js') }
        : undefined,
    );
    onResolve({ filter: /[\\/](json-schema-\w+|to-json-schema)\.js$/ }, ({ importer }) =>
      /[\\/]zod[\\/]v4[\\/](core[\\/]index|mini[\\/]external)\.js$/.test(importer)
        ? { path: 'nothing', namespace: 'separate' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'separate' }, () => ({
      contents: 'export const toJSONSchema = undefined, JSONSchemaGenerator = undefined;',
    }));
  },
};

/** Bundles the script of libsql, with our search for its binary. */
const quickSqlite = {
  name: 'quick-sqlite',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node_modules[\\/]libsql[\\/]index\.js$/ }, async ({ path }) => {
      const search = /^function requireNative\(\) \{.*?^\}/ms;
      const source = await readFile(path, 'utf8');
      if (!search.test(source)) throw new Error(`${path} has no search for its binary`);
      const ours = JSON.stringify(resolve(root, 'src/sqlite-binary.ts'));
      const load = `function requireNative() { return require(${ours}).loadSqliteBinary(process); }`;
      return {
        contents: source.replace(/^const .*require\("(@neon-rs\/load|detect-libc)"\);$/gm, '').replace(search, load),
      };
    });
  },
};

/** What the program's own files need; the worker has no use for it. */
export const plugins = [
  joinedVocabulary,
  quickStart,
  separateJsonSchemas,
  leftOut,
  plainAssert,
  lazyStringWidth,
  tableWidths,
  withoutValidator,
  quickSqlite,
];

/** How each file of the program is bundled. */
export const options = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
};

/** Writes dist/. */
async function buildProgram() {
  await rm(resolve(root, 'dist'), { recursive: true, force: true });
  const { metafile } = await build({
    ...options,
    entryPoints: ['src/main.ts'],
    splitting: true,
    // CommonJS packages inside an ES module still call require.
    banner: { js: 'import{createRequire as $require}from"node:module";const require=$require(import.meta.url);' },
    plugins: [separateProtocol, ...plugins],
  });
  // A thread starts with a file of its own. Sharing parts with the program would divide the program into more files.
  const worker = await build({
    ...options,
    entryPoints: { 'autoplace-worker': 'src/cli/commands/sessions/autoplace/worker.ts' },
  });
  const mcp = await build({ ...options, entryPoints: { 'mcp-protocol': protocol }, plugins: [withoutValidator] });
  const outputs = { ...metafile.outputs, ...worker.metafile.outputs, ...mcp.metafile.outputs };
  await writeFile(resolve(root, 'dist/THIRD-PARTY-NOTICES.txt'), noticesOf({ outputs }, root));
  await writeFile(resolve(root, 'dist/sbom.cdx.json'), billOfMaterials(bundledFolders({ outputs }), root));
}

// scripts/executable.js bundles the program in another form.
if (realpathSync(process.argv[1]) === import.meta.filename) await buildProgram();
