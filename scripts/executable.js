// Bundles the program as a single executable for Linux x64: Node, the program as one file, and the files that it unpacks.
// scripts/build.js runs before it.
//
//   node scripts/executable.js [--node PATH] [--out FILE]
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { inject } from 'postject';
import { options, plugins } from './build.js';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: process.execPath },
    out: { type: 'string', default: `plenary-${version}-linux-x64` },
  },
});
/** By which Node finds out whether something was injected into it. */
const sentinelFuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** Files that the program opens by their paths. */
const unpacked = {
  'package.json': Buffer.from(JSON.stringify({ name: 'plenary', version, type: 'commonjs' })),
  'dist/autoplace-worker.js': readFileSync(join(root, 'dist/autoplace-worker.js')),
  'libsql.node': readFileSync(join(root, 'node_modules/@libsql/linux-x64-gnu/index.node')),
  ...Object.fromEntries(
    readdirSync(join(root, 'examples'))
      .filter((name) => name.endsWith('.csv'))
      .map((name) => `examples/${name}`)
      .map((path) => [path, readFileSync(join(root, path))]),
  ),
};

const folder = mkdtempSync(join(tmpdir(), 'plenary-executable-'));
try {
  await bundle(join(folder, 'main.cjs'));
  writeBlob();
  await writeExecutable(resolve(values.out));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One CommonJS file, as Node's executables require: without parts on disk, and without `import`. */
async function bundle(outfile) {
  const { outdir: _, legalComments: __, ...common } = options;
  await build({
    ...common,
    entryPoints: ['src/main.ts'],
    outfile,
    legalComments: 'none',
    // Only a package on disk has a folder.
    define: { 'import.meta.dirname': 'undefined', 'import.meta.filename': 'undefined' },
    plugins: [inExecutable(), ...plugins],
  });
}

/** What differs in an executable. A replacement that finds nothing to replace would be a program that does not start. */
function inExecutable() {
  const changes = {
    // The package looks for its binary among the installed packages.
    'node_modules/libsql/index.js': [
      /^function requireNative\(\) \{.*?^\}/ms,
      `function requireNative() {
        const { env, platform } = process;
        const { executableFolder, loadBinary } = require(${JSON.stringify(join(root, 'src/executable.ts'))});
        return loadBinary(executableFolder({ env, platform, homedir: require('node:os').homedir() }), 'libsql.node');
      }`,
    ],
  };
  return {
    name: 'in-executable',
    setup({ onLoad }) {
      for (const [file, [from, to]] of Object.entries(changes)) {
        onLoad({ filter: new RegExp(`/${file.replaceAll('.', '\\.')}$`) }, ({ path }) => {
          const source = readFileSync(path, 'utf8');
          const contents = source.replace(from, () => to);
          if (!contents.includes(to)) throw new Error(`${file} does not contain ${from}`);
          return { contents, loader: 'js' };
        });
      }
    },
  };
}

/** What Node injects into itself: the program, compiled, and the files that it unpacks. */
function writeBlob() {
  const assets = {};
  const hashes = {};
  for (const [path, bytes] of Object.entries(unpacked)) {
    const asset = join(folder, `asset-${Object.keys(assets).length}`);
    writeFileSync(asset, bytes);
    assets[path] = asset;
    hashes[path] = createHash('sha256').update(bytes).digest('hex');
  }
  const hash = createHash('sha256').update(JSON.stringify(hashes)).digest('hex');
  assets['contents.json'] = join(folder, 'contents.json');
  writeFileSync(assets['contents.json'], JSON.stringify({ id: `${version}-${hash.slice(0, 16)}`, hashes }));
  const config = {
    main: join(folder, 'main.cjs'),
    output: join(folder, 'blob'),
    disableExperimentalSEAWarning: true,
    useCodeCache: true,
    assets,
  };
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  // The code cache is that of the version of Node that reads it.
  execFileSync(values.node, ['--experimental-sea-config', join(folder, 'config.json')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function writeExecutable(out) {
  const temporary = `${out}.tmp`;
  copyFileSync(values.node, temporary);
  chmodSync(temporary, 0o755);
  await inject(temporary, 'NODE_SEA_BLOB', readFileSync(join(folder, 'blob')), { sentinelFuse });
  renameSync(temporary, out);
}
