// Bundles the program into dist/: files that are loaded on demand, and which packages are inside.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { bundledFolders, noticesOf } from './notices.js';
import { billOfMaterials } from './sbom.js';

const root = resolve(import.meta.dirname, '..');

/**
 * What other modules import in place of these: the importers, the imported, and the text of the
 * module.
 */
const replaced = [
  // To word a failed assertion, Node reads and parses the source of the caller: seconds of work if
  // that is a bundle, in which no timer fires. A malformed response is enough to fail one.
  [
    /[\\/]undici[\\/]/,
    /^node:assert$/,
    `module.exports = (value, message = 'an assertion failed') => {
      if (!value) throw Object.assign(new Error(message), { code: 'ERR_ASSERTION' });
    };`,
  ],
  // fetch, WebSocket, HTTP/2, mocks and caches are half of the client's load.
  [
    /[\\/]undici[\\/]/,
    /^(\.\/lib\/(web|mock|cache|interceptor)\/|node:http2$)/,
    'const nothing = new Proxy(function () {}, { get: () => nothing, apply: () => nothing }); ' +
      'module.exports = nothing;',
  ],
  // A letter has no attachments, and asks no host for anything.
  [
    /[\\/]nodemailer[\\/]/,
    /^(\.\/mime-types|\.\.\/fetch\/index)\.js$/,
    'export const detectMimeType = undefined, detectExtension = undefined; ' +
      'export default undefined;',
  ],
  // Its messages are shown in English alone.
  [
    /[\\/]zod[\\/]/,
    /^\.\.\/locales\/index\.js$/,
    'export { default as en } from "zod/v4/locales/en.js";',
  ],
  // Loaded for a text that needs it. The tables' own version takes most of their time.
  [
    /^src[\\/]/,
    /^string-width$/,
    'export default (text) => require("string-width").default(text);',
  ],
  [
    /[\\/]cli-table3[\\/]/,
    /^string-width$/,
    'module.exports = require("./src/cli/output/width.ts").columnsOf;',
  ],
];

const replacements = {
  name: 'replacements',
  setup({ onResolve, onLoad }) {
    for (const [at, [importers, filter, contents]] of replaced.entries()) {
      const namespace = `replaced-${at}`;
      onResolve({ filter }, ({ path, importer }) =>
        importers.test(relative(root, importer)) ? { path, namespace } : undefined,
      );
      onLoad({ filter: /.*/, namespace }, () => ({ contents, resolveDir: root }));
    }
  },
};

/** Style sheets and scripts of pages are inlined as texts, without comments and white space. */
const pageTexts = {
  name: 'page-texts',
  setup({ onLoad }) {
    onLoad({ filter: /\.(css|client\.js)$/ }, async ({ path }) => {
      const loader = path.endsWith('.css') ? 'css' : 'js';
      const { code } = await transform(readFileSync(path, 'utf8'), { loader, minify: true });
      return { contents: code, loader: 'text' };
    });
  },
};

/** Has a zod of its own: if the program shared it, each start would load all of zod. */
const protocol = {
  name: 'protocol',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/protocol\.ts$/ }, () => ({ path: './protocol.js', external: true })),
};

const outdir = resolve(root, 'dist');
rmSync(outdir, { recursive: true, force: true });
mkdirSync(outdir);
const target = { platform: 'node', target: 'node20.19', minify: true };
const options = {
  absWorkingDir: root,
  outdir,
  bundle: true,
  splitting: true,
  format: 'esm',
  ...target,
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
  // What these packages name first requires parts by names that no bundler can follow, or has a
  // table twice.
  alias: {
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
    'windows-iana': 'windows-iana/dist/windows-iana.esm.js',
  },
  write: false,
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
};
const builds = await Promise.all([
  build({
    ...options,
    entryPoints: { main: 'src/main.ts' },
    plugins: [replacements, pageTexts, protocol],
  }),
  // By itself: each call of what is in a chunk is slower, and a search consists of such calls.
  build({
    ...options,
    entryPoints: { 'autoplace-worker': 'src/cli/commands/sessions/autoplace/worker.ts' },
    plugins: [replacements],
  }),
  build({
    ...options,
    entryPoints: { protocol: 'src/cli/commands/mcp/protocol.ts' },
    plugins: [replacements],
  }),
]);
// Node loads CommonJS in half of the time; esbuild divides only ES modules.
for (const { path, text } of builds.flatMap(({ outputFiles }) => outputFiles)) {
  const { code } = path.endsWith('.js')
    ? await transform(text, { ...target, format: 'cjs', supported: { 'dynamic-import': false } })
    : { code: text };
  writeFileSync(path, code);
}
writeFileSync(resolve(outdir, 'package.json'), '{"type":"commonjs"}\n');
const metafile = { outputs: Object.assign({}, ...builds.map((each) => each.metafile.outputs)) };
writeFileSync(resolve(outdir, 'THIRD-PARTY-NOTICES.txt'), noticesOf(metafile, root));
writeFileSync(resolve(outdir, 'sbom.cdx.json'), billOfMaterials(bundledFolders(metafile), root));
