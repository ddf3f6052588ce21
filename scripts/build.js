// Bundles the program into dist/: files of CommonJS that are loaded on demand, and which packages are inside.
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { bundledFolders, noticesOf } from './notices.js';
import { billOfMaterials } from './sbom.js';

const root = resolve(import.meta.dirname, '..');

/**
 * Parts of packages that the program does not use and that have a cost. commander can start programs as subcommands
 * (2 ms of a start); undici speaks HTTP/2 (8 ms), and has fetch, WebSocket, mocks and caches (half of its load). conf's file
 * writer handles signals itself, and ends the process. cli-table3 can color the lines of a table, which ours do not have.
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
    leave(/^\.\/lib\/(web|mock|cache|interceptor)\//, /[\\/]undici[\\/]/);
    leave(/^@colors\/colors\/safe$/, /[\\/]cli-table3[\\/]/);
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents:
        'const nothing = new Proxy(function () {}, { get: () => nothing, apply: () => nothing }); module.exports = nothing;',
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

/** Bundles the script of libsql, which the sources load where they need it, with our search for its binary. */
const quickSqlite = {
  name: 'quick-sqlite',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/](runs[\\/]lock|service[\\/]store[\\/]sqlite)\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const load = "createRequire(import.meta.filename)('libsql')";
      if (!source.includes(load)) throw new Error(`${path} does not load libsql`);
      return { contents: source.replace(load, "require('libsql')"), loader: 'ts' };
    });
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
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
  // A file whose compiled code is loaded cannot import.
  supported: { 'dynamic-import': false },
  // What its package names first requires parts by names that no bundler can follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
};

/** A part with one getter for each export, where esbuild would write two: rows of an import go through them. */
function withGetters(text, name) {
  const [clause, list] = /\bexport\s*\{([^{}]*)\};(?=\s*(?:$|\/\*!))/.exec(text) ?? [];
  if (clause === undefined) {
    if (name !== 'main.js' && !name.startsWith('chunk-')) throw new Error(`${name} has no exports at its end`);
    return text;
  }
  const getters = list.split(',').map((entry) => {
    const [own, as = own] = entry.trim().split(' as ');
    return `get ${as}(){return ${own}}`;
  });
  return text.replace(clause, () => `module.exports={__esModule:true,${getters.join(',')}};`);
}

/** Writes dist/. */
async function buildProgram() {
  const inMemory = { ...options, write: false };
  const program = await build({
    ...inMemory,
    entryPoints: ['src/main.ts'],
    // Only ES modules are divided into parts. They become CommonJS afterwards.
    format: 'esm',
    splitting: true,
    supported: {},
    plugins: [separateProtocol, ...plugins],
  });
  // A thread starts with a file of its own. Sharing parts with the program would divide the program into more files.
  const worker = await build({
    ...inMemory,
    entryPoints: { 'autoplace-worker': 'src/cli/commands/sessions/autoplace/worker.ts' },
  });
  const mcp = await build({ ...inMemory, entryPoints: { 'mcp-protocol': protocol }, plugins: [withoutValidator] });
  const start = await build({
    ...inMemory,
    entryPoints: ['src/start.ts'],
    define: { ...options.define, BUILD_ID: '"BUILD_ID"' },
  });
  const files = new Map([['package.json', '{ "type": "commonjs" }\n']]);
  for (const { outputFiles } of [program, worker, mcp, start]) {
    for (const { path, text } of outputFiles) files.set(basename(path), text);
  }
  const { format, minify, platform, target, supported } = options;
  for (const { path } of program.outputFiles) {
    const name = basename(path);
    if (!name.endsWith('.js')) continue;
    const text = withGetters(files.get(name), name);
    const { code } = await transform(text, { format, minify, platform, target, supported });
    files.set(name, code);
  }
  const id = createHash('sha256')
    .update(JSON.stringify([...files].toSorted()))
    .digest('hex')
    .slice(0, 16);
  files.set('start.js', files.get('start.js').replace('BUILD_ID', id));
  const outputs = Object.assign({}, ...[program, worker, mcp, start].map(({ metafile }) => metafile.outputs));
  files.set('THIRD-PARTY-NOTICES.txt', noticesOf({ outputs }, root));
  files.set('sbom.cdx.json', billOfMaterials(bundledFolders({ outputs }), root));
  const folder = resolve(root, options.outdir);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await Promise.all([...files].map(([name, text]) => writeFile(resolve(folder, name), text)));
}

// scripts/executable.js bundles the program in another form.
if (realpathSync(process.argv[1]) === import.meta.filename) await buildProgram();
