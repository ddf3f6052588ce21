// The package as users have it: packed, installed into an empty folder, and run outside of this
// repository.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { npmEnvironment, startPackageRegistry } from '../support/package-registry.ts';
import { type Invocation, runToEnd, spawnPlenary, startPlenary } from '../support/program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { version, scripts, dependencies, devDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
const folder = temporaryFolder();
const installed = join(folder.file('prefix'), 'lib/node_modules/plenary');
const launcher = folder.file('prefix/bin/plenary');
let installation: { readonly stdout: string; readonly stderr: string };

beforeAll(async () => {
  installation = await install();
});
afterAll(() => folder.remove());

/**
 * Packs what is built, with the page that is written for it, and installs it from a registry that
 * has only the packages of this repository.
 */
async function install(): Promise<typeof installation> {
  const registry = await startPackageRegistry();
  const env = npmEnvironment(registry.url, folder.path);
  const npm = (...args: readonly string[]) => promisify(execFile)('npm', args, { env });
  // Without the build before it, which other tests use.
  const [, writePage = ''] = scripts.prepack.split(`${scripts.build} && `);
  try {
    await promisify(execFile)('npx', ['--no', '--', ...writePage.split(' ')]);
    await npm('pack', '--ignore-scripts', '--pack-destination', folder.path);
    const archive = folder.file(`plenary-${version}.tgz`);
    return await npm(
      'install',
      '--global',
      '--engine-strict',
      '--prefix',
      folder.file('prefix'),
      archive,
    );
  } finally {
    registry.close();
  }
}

function run(args: readonly string[], env: Invocation['env'] = {}) {
  return spawnPlenary(args, { env, cwd: folder.path, launcher });
}

it('is installed without a warning, together with what cannot be bundled', () => {
  expect(installation).toEqual({
    stdout: expect.stringMatching(/^\nadded \d packages in /),
    stderr: '',
  });
  const packages = readdirSync(join(installed, 'node_modules')).filter(
    (name) => !name.startsWith('.'),
  );
  expect(packages).toEqual(['@libsql', '@neon-rs', 'detect-libc', 'libsql']);
});

it('installs its manual page', () => {
  const page = readFileSync(folder.file('prefix/share/man/man1/plenary.1'), 'utf8');
  expect(page).toMatch(/^\.TH PLENARY 1 "" "plenary \d+\.\d+\.\d+"\n\.SH NAME\nplenary \\- /);
  expect(page).toContain('\n.SS plenary speakers import\n');
});

it('runs no script of a package', () => {
  const folders = [
    '.',
    'node_modules/libsql',
    'node_modules/detect-libc',
    ...foldersIn('@libsql'),
    ...foldersIn('@neon-rs'),
  ];
  for (const path of folders) {
    const { scripts = {} } = JSON.parse(
      readFileSync(join(installed, path, 'package.json'), 'utf8'),
    );
    expect(
      Object.keys(scripts).filter((name) => /^(pre|post)?install$|^prepare$/.test(name)),
      path,
    ).toEqual([]);
    // npm would compile it.
    expect(existsSync(join(installed, path, 'binding.gyp'))).toBe(false);
  }
  const {
    packages,
  }: {
    packages: Record<string, { integrity?: string; hasInstallScript?: boolean; dev?: boolean }>;
  } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const locked = Object.entries(packages).filter(([path]) => path !== '');
  expect(locked.length).toBeGreaterThan(300);
  expect(
    locked
      .filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-'))
      .map(([path]) => path),
  ).toEqual([]);
  expect(
    locked
      .filter(([, { dev, hasInstallScript }]) => !dev && hasInstallScript)
      .map(([path]) => path),
  ).toEqual([]);
});

function foldersIn(scope: string): readonly string[] {
  return readdirSync(join(installed, 'node_modules', scope)).map((name) =>
    join('node_modules', scope, name),
  );
}

it('prints its version and its help', async () => {
  expect(await run(['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' });
  expect(await run(['--help'])).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining('speakers'),
    stderr: '',
  });
});

it('is small, and each of its parts loads', async () => {
  expect(statSync(folder.file(`plenary-${version}.tgz`)).size).toBeLessThan(1_400_000);
  const dist = join(installed, 'dist');
  // These two start.
  const parts = readdirSync(dist).filter(
    (name) => /\.js$/.test(name) && !/^(main|autoplace-worker)\./.test(name),
  );
  expect(parts.length).toBeGreaterThan(50);
  const load = `for (const part of ${JSON.stringify(parts)}) await import('./' + part)`;
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', load],
    { cwd: dist },
  );
  expect(stderr).toBe('');
});

it('shows the demo in an empty folder and home, and leaves nothing in them', async () => {
  const home = folder.file('home');
  mkdirSync(home);
  const env = { HOME: home, PLENARY_CONFIG_DIR: undefined, PLENARY_STATE_DIR: undefined };
  const { exitCode, stdout, stderr } = await runToEnd([process.execPath, launcher, 'demo'], {
    env,
    cwd: home,
  });
  expect({ exitCode, last: stderr.trim().split('\n').at(-1) }).toEqual({
    exitCode: 0,
    last: '  plenary --help',
  });
  // As in the README, whose next commands need these lengths of talks.
  const [own = ''] = /--timezone(?:[^\n]|\\\n)*=90/.exec(readFileSync('README.md', 'utf8')) ?? [];
  expect(stderr).toContain(` --name DevConf ${own.replace(/\\\n */, '')}\n`);
  expect(stdout).toContain('placed     58\n');
  expect(stdout).toMatch(
    /^09:30 +┌ Queues all the way down +┌ A design system for 212 museums +┌ Exactly once is/m,
  );
  expect(stderr).not.toMatch(/plt_/);
  expect(readdirSync(home)).toEqual([]);
});

it('serves an event, into which it imports the examples, and places them in a thread', async () => {
  const succeed = async (args: readonly string[], env = {}) => {
    const { exitCode, stdout, stderr } = await run(args, env);
    expect({ args, exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({
      args,
      exitCode: 0,
      stderr: '',
    });
    return stdout;
  };
  for (const name of ['speakers', 'submissions', 'talks', 'rooms', 'people']) {
    copyFileSync(resolve(`examples/${name}.csv`), folder.file(`${name}.csv`));
  }
  const data = ['--data', 'plenary.db'];
  const { token } = JSON.parse(await succeed(['service', 'init', ...data, '--json']));
  const timezone = ['--timezone', 'Europe/Lisbon'];
  await succeed([
    'service',
    'event',
    'add',
    ...data,
    '--id',
    'conf',
    '--name',
    'Conf',
    ...timezone,
  ]);
  const server = startPlenary(['serve', ...data, '--port', '0', '--json', '--quiet'], {
    cwd: folder.path,
    launcher,
  });
  onTestFinished(() => void server.kill('SIGKILL'));
  const ended = once(server, 'exit');
  const [line] = await once(server.stdout.setEncoding('utf8'), 'data');
  const env = {
    PLENARY_BASE_URL: JSON.parse(line).url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
  };
  // One row of each example is invalid on purpose.
  const imported = await run(
    ['speakers', 'import', 'speakers.csv', '--skip-invalid', '--json'],
    env,
  );
  expect(imported.exitCode).toBe(9);
  expect(JSON.parse(imported.stdout).counts).toMatchObject({ created: 39, rejected: 1 });
  await succeed(['program', 'pull', 'program'], env);
  expect(await succeed(['program', 'plan', 'program', ...timezone], env)).toBe('');
  const rooms = ['--rooms-file', 'rooms.csv', '--people-file', 'people.csv', ...timezone];
  await succeed(
    ['sessions', 'autoplace', 'talks.csv', ...rooms, '--steps', '1000', '--out', 'placed.csv'],
    env,
  );
  const [header, ...rows] = readFileSync(folder.file('placed.csv'), 'utf8').trim().split('\n');
  expect({ header, rows: rows.length }).toEqual({
    header: expect.stringContaining('room'),
    rows: 12,
  });
  server.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

it('includes the license of every package that is bundled', async () => {
  const notices = readFileSync(join(installed, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
  // Without the replacements of the build, which leave some packages out.
  const { metafile } = await build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    external: Object.keys(dependencies),
  });
  const paths = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = paths.flatMap(
    (path) => path.match(/^.*node_modules\/(@[^/]+\/)?[^/]+/)?.[0] ?? [],
  );
  const bundled = [...new Set(folders)].map((path) =>
    JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')),
  );
  const missing = bundled.filter(
    (each) => !notices.includes(`\n${each.name} ${each.version} (${each.license})\n`),
  );
  // cli-table3 measures texts as the program does.
  const measuring = [
    'ansi-regex',
    'strip-ansi',
    'is-fullwidth-code-point',
    'emoji-regex',
    'string-width',
  ];
  expect(new Set(missing.map(({ name }) => name))).toEqual(new Set(measuring));
  expect(bundled.length).toBeGreaterThan(50);
  expect(notices).toContain(readFileSync('node_modules/undici/LICENSE', 'utf8').trim());
});

it('is described in docs/dependencies.md, package by package', () => {
  const [, installs = '', bundles = '', development = ''] = readFileSync(
    'docs/dependencies.md',
    'utf8',
  ).split('\n## ');
  const named = (section: string) =>
    section
      .match(/^\| `.*?\|/gm)
      ?.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)) ?? [];
  expect(named(installs)).toEqual(Object.keys(dependencies));
  expect([...named(bundles), ...named(development)].toSorted()).toEqual(
    Object.keys(devDependencies).toSorted(),
  );
});
