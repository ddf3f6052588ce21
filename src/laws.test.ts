// The import laws of .dependency-cruiser.cjs: imports that violate each law are refused, and others are not.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { literalsOf } from '../test/support/parsed-source.ts';

describe('the import laws', () => {
  // [the folder that imports, what it imports, the law that refuses it; undefined if the import is allowed]
  const imports: readonly (readonly [from: string, to: string, law: string | undefined])[] = [
    ['import', 'schedule', 'import-alone'],
    ['import', 'config', 'import-alone'],
    ['import', 'service', 'import-alone'],
    ['schedule', 'import', 'schedule-alone'],
    ['schedule', 'config', 'schedule-alone'],
    ['import', 'program', 'import-alone'],
    ['schedule', 'program', 'schedule-alone'],
    ['autoplace', 'schedule', 'autoplace-is-numbers'],
    ['autoplace', 'contract', 'autoplace-is-numbers'],
    ['import', 'autoplace', 'autoplace-for-schedules'],
    ['program', 'autoplace', 'autoplace-for-schedules'],
    ['combined', 'program', 'combined-joins-both'],
    ['combined', 'sheets', 'combined-joins-both'],
    ['combined', 'import', undefined],
    ['combined', 'schedule', undefined],
    ['import', 'combined', 'import-alone'],
    ['changes', 'combined', 'changes-know-no-files'],
    ['program', 'config', 'program-above-both'],
    ['program', 'service', 'program-above-both'],
    ['runs', 'import', 'runs-know-no-rows'],
    ['changes', 'import', 'changes-know-no-files'],
    ['changes', 'schedule', 'changes-know-no-files'],
    ['changes', 'columns', 'changes-know-no-files'],
    ['changes', 'runs', undefined],
    ['import', 'changes', undefined],
    ['runs', 'schedule', 'runs-know-no-rows'],
    ['runs', 'csv', 'runs-know-no-rows'],
    ['runs', 'columns', 'runs-know-no-rows'],
    ['sheets', 'client', 'sheets-read-csv'],
    ['sheets', 'columns', 'sheets-read-csv'],
    ['columns', 'client', 'columns-read-sheets'],
    ['columns', 'import', 'columns-read-sheets'],
    ['client', 'service', 'second-layer'],
    ['client', 'config', 'second-layer'],
    ['service', 'client', 'second-layer'],
    ['csv', 'columns', 'second-layer'],
    ['csv', 'sheets', 'second-layer'],
    ['config', 'client', 'second-layer'],
    ['service', 'reference', undefined],
    ['client', 'reference', 'reference-for-service'],
    ['reference', 'contract', undefined],
    ['reference', 'service', 'reference-is-pure'],
    ['contract', 'client', 'lowest-layer'],
    ['contract', 'fs', 'contract-is-pure'],
    ['contract', 'cli', 'cli-on-top'],
    ['client', 'cli', 'cli-on-top'],
    ['service', 'cli', 'cli-on-top'],
    ['csv', 'cli', 'cli-on-top'],
    ['config', 'cli', 'cli-on-top'],
    ['sheets', 'cli', 'cli-on-top'],
    ['columns', 'cli', 'cli-on-top'],
    ['runs', 'cli', 'cli-on-top'],
    ['import', 'cli', 'cli-on-top'],
    ['schedule', 'cli', 'cli-on-top'],
    ['import', 'undici', 'undici-in-client'],
    ['cli', 'undici', 'undici-in-client'],
    ['cli', 'fastify', 'server-in-service'],
    ['runs', 'fastify', 'server-in-service'],
    ['import', 'libsql', 'server-in-service'],
    ['service', 'service/store/sqlite', 'one-folder-per-database'],
    ['cli', 'service/store/sqlite', 'one-folder-per-database'],
    ['service', 'libsql', 'libsql-in-sqlite'],
    ['service/store', 'service', 'store-below-service'],
    ['service', 'vitest', 'vitest-in-tests'],
    ['import', 'commander', 'terminal-in-cli'],
    ['schedule', '@inquirer/prompts', 'terminal-in-cli'],
    ['cli', 'conf', 'conf-in-config'],
    ['cli', '@modelcontextprotocol/server', 'protocol-in-mcp'],
    ['columns', 'csv-parse', 'csv-packages-in-csv'],
    ['cli', 'child_process', 'few-processes'],
    ['program', 'child_process', 'few-processes'],
    ['cli', 'no-such-package', 'resolvable'],

    ['import', 'runs', undefined],
    ['import', 'columns', undefined],
    ['import', 'csv', undefined],
    ['schedule', 'runs', undefined],
    ['schedule', 'columns', undefined],
    ['runs', 'client', undefined],
    ['columns', 'csv', undefined],
    ['columns', 'sheets', undefined],
    ['sheets', 'csv', undefined],
    ['import', 'sheets', undefined],
    ['program', 'import', undefined],
    ['program', 'schedule', undefined],
    ['program', 'csv', undefined],
    ['cli', 'program', undefined],
    ['schedule', 'sheets', undefined],
    ['schedule', 'autoplace', undefined],
    ['cli', 'autoplace', undefined],
    ['client', 'contract', undefined],
    ['service', 'contract', undefined],
    ['cli', 'schedule', undefined],
    ['client', 'undici', undefined],
    ['service', 'fastify', undefined],
    ['service/store/sqlite', 'libsql', undefined],
    ['cli', 'commander', undefined],
    ['cli/commands/mcp', '@modelcontextprotocol/server', undefined],
  ];

  it('each have an import that violates it', () => {
    const { forbidden } = createRequire(import.meta.url)(resolve('.dependency-cruiser.cjs')) as {
      forbidden: readonly { name: string }[];
    };
    const tested = new Set(['no-circular', ...imports.flatMap(([, , law]) => law ?? [])]);
    expect(tested).toEqual(new Set(forbidden.map(({ name }) => name)));
  });

  it('refuse each import that violates one, and no other', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plenary-laws-'));
    try {
      for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json']) cpSync(name, join(folder, name));
      for (const [from, to] of imports) writeImport(folder, from, to);
      const refused = new Set(await violations(folder));
      const expected = imports.flatMap(([from, to, law]) => (law === undefined ? [] : [`${law}: ${from} → ${to}`]));
      for (const violation of expected) expect(refused).toContain(violation);
      for (const [from, to, law] of imports) {
        if (law === undefined) expect([...refused].filter((each) => each.endsWith(`: ${from} → ${to}`))).toEqual([]);
      }
      const cycle = [...refused].filter((each) => each.startsWith('no-circular'));
      expect(cycle).toEqual(['no-circular: contract → contract']);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  /** Each import has a file of its own, so that only the intended cycle exists. */
  function writeImport(folder: string, from: string, to: string): void {
    const write = (path: string, text: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    };
    const isFolder = imports.some(([other]) => other === to);
    const name = to.replace(/\W/g, '-');
    const specifier = isFolder ? `./${posix.relative(from, `${to}/stub.ts`)}` : to;
    write(`src/${from}/imports-${name}.ts`, `import { value } from '${specifier}';\nexport const other = value;\n`);
    if (isFolder) write(`src/${to}/stub.ts`, 'export const value = 1;\n');
    else if (!['fs', 'child_process', 'no-such-package'].includes(to)) {
      write(`node_modules/${to}/package.json`, JSON.stringify({ name: to, version: '1.0.0', main: 'index.js' }));
      write(`node_modules/${to}/index.js`, 'exports.value = 1;\n');
    }
    write('package.json', JSON.stringify({ type: 'module', dependencies: {} }));
    write('src/contract/one.ts', "import { two } from './two.ts';\nexport const one = () => two;\n");
    write('src/contract/two.ts', "import { one } from './one.ts';\nexport const two = () => one;\n");
  }

  /** `law: folder → folder or package` of each refused import. */
  async function violations(folder: string): Promise<readonly string[]> {
    const script = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const args = [script, 'src', '--output-type', 'json'];
    // Exits with the number of violations.
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
      (error: { stdout: string }) => error,
    );
    const { summary } = JSON.parse(stdout) as {
      summary: { violations: { from: string; to: string; rule: { name: string } }[] };
    };
    const place = (path: string) =>
      path
        .replace(/^node_modules\//, '')
        .replace(/^src\//, '')
        .replace(/\/[^/]*\.[jt]s$/, '');
    return [...new Set(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${place(from)} → ${place(to)}`))];
  }
});

describe('no flag and no command is named below the command line, except by the reference', () => {
  const files = readdirSync('src', { encoding: 'utf8', recursive: true })
    .map((file) => join('src', file))
    .filter((file) => /\.ts$/.test(file) && !/^src[\\/]((cli|reference)[\\/]|main\.ts$)|\.(test|d)\.ts$/.test(file))
    .filter((file) => !(file in exempt));

  it('in any literal', () => {
    const found = files
      .map((file) => [file, literalsOf(readFileSync(file, 'utf8')).filter(namesCommandLine)] as const)
      .filter(([, literals]) => literals.length > 0);

    expect(Object.fromEntries(found)).toEqual({});
  });

  it('is detected in any kind of literal', () => {
    const source = `
      const quoted = 'give --retries 5'; const [a, b] = ["run: plenary auth login", \`--\${quoted}\`];
      const parts = [\`\${a}--rate\`, '[--o]', 'a=--b,--c', \`run plenary \${b} list\`, tag\`--\${b}\`];
      // Comments may name --retries.
      export const fine = { message: \`\${a}-- a dash\`, css: 'a--b', name: 'plenary', [b]: 'plenary/1.0' };
    `;
    expect(literalsOf(source).filter(namesCommandLine)).toEqual([
      'give --retries 5',
      'run: plenary auth login',
      '--',
      '--rate',
      '[--o]',
      'a=--b,--c',
      'run plenary ',
      '--',
    ]);
  });
});

describe('the outside world is injected', () => {
  const reads = /\bprocess\.(?:env|argv|std\w+|on|once|exit\w*|cwd|chdir)\b/g;

  it('by what Node starts alone, except for the variables of libpq', () => {
    const files = readdirSync('src', { encoding: 'utf8', recursive: true }).filter(
      (file) => /\.ts$/.test(file) && !/^(main|start)\.ts$|\.(test|d)\.ts$/.test(file),
    );
    const found = files.flatMap((file) =>
      [...readFileSync(join('src', file), 'utf8').matchAll(reads)].map(([read]) => `${file}: ${read}`),
    );
    expect(found).toEqual(['service/store/postgres/address.ts: process.env']);
  });
});

/** Files whose literals look like flags but are not. */
const exempt: Readonly<Record<string, string>> = {
  'src/engine.ts': 'flags of V8',
  'src/schedule/export/html.ts': 'CSS custom properties',
  'src/schedule/export/page-style.ts': 'CSS custom properties',
  'src/schedule/export/page-script.ts': 'CSS custom properties',
};

function namesCommandLine(text: string): boolean {
  // At the end of a template's part, the name of the flag or the command would follow from a value.
  return /(?<![\w-])--([a-z]|$)/.test(text) || /\bplenary ([a-z]|$)/.test(text);
}
