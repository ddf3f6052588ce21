// The README and the guides against the program: what they list and show is what the program has.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../src/cli/exit-codes.ts';
import { createProgram, groupNames } from '../src/cli/program.ts';
import { settings } from '../src/config/settings.ts';
import { endpointList } from '../src/contract/index.ts';
import { spawnPlenary, testIo } from './support/program.ts';

const readme = readFileSync('README.md', 'utf8');

/** The cells of the table that begins with this heading row. */
function table(heading: string): readonly (readonly string[])[] {
  const [, rest = ''] = readme.split(`${heading}\n`);
  const rows = rest.split('\n').slice(1);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

type Commands = ReturnType<typeof createProgram>;

function leaves(command: Commands, path: readonly string[] = []): readonly (readonly [string, string])[] {
  if (command.commands.length === 0) return [[path.join(' '), command.description()]];
  return command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
}

const program = createProgram(testIo(), groupNames);

function flagsOf(command: Commands): readonly string[] {
  return [...command.options.map(({ long }) => long ?? ''), '--help', ...command.commands.flatMap(flagsOf)];
}

it('lists every command with its description and its endpoint', () => {
  const topics = ['exit-codes', 'environment'];
  const described = leaves(program).filter(([name]) => !topics.includes(name));
  const endpointOf = new Map<string, string>(
    endpointList.map(([, row]) => [`${row.resource} ${row.verb}`, `\`${row.method} ${row.path}\``] as const),
  );
  endpointOf.set('api', 'any');
  const expected = described.map(([name, text]) => [`\`plenary ${name}\``, text, endpointOf.get(name) ?? '']);
  const byCommand = ([a = '']: readonly string[], [b = '']: readonly string[]) => a.localeCompare(b);
  expect([...table('| command | does | endpoint |')].sort(byCommand)).toEqual(expected.sort(byCommand));
});

it('lists the exit codes', () => {
  const expected = Object.entries(exitCodes).map(([code, meaning]) => [code, meaning]);
  expect(table('| code | meaning |')).toEqual(expected);
});

it('lists the settings', () => {
  const code = (text: string | undefined) => (text === undefined ? '' : `\`${text}\``);
  const expected = Object.entries(settings).map(([name, setting]) => [
    setting.description,
    code(`--${name}`),
    code(setting.environment),
    setting.default ?? '',
  ]);
  expect(table('| setting | flag | variable | default |')).toEqual(expected);
});

describe.each(['README.md', 'docs/importing.md', 'docs/scheduling.md', 'examples/README.md'])('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names only files that are there', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, path = '']) => join(dirname(page), path));
    for (const link of links) expect(() => readFileSync(link)).not.toThrow();
  });

  it('shows no command that the program does not have', () => {
    const names = new Set(leaves(program).map(([name]) => name));
    const shown = [...text.matchAll(/(?:^\$ |^|`|npx |<br>`)plenary ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*){0,2})/gm)];
    expect(shown.length).toBeGreaterThan(3);
    for (const [line, words = ''] of shown) {
      const parts = words.split(' ');
      const prefixes = parts.map((_, index) => parts.slice(0, index + 1).join(' '));
      expect(
        prefixes.some((prefix) => names.has(prefix)),
        line,
      ).toBe(true);
    }
  });

  it('shows no flag that the program does not have', () => {
    const flags = new Set(flagsOf(program));
    const shown = [...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.filter((flag) => !flags.has(flag))).toEqual([]);
  });
});

it('runs as it says after an installation', async () => {
  expect(await spawnPlenary(['--version'])).toEqual({ exitCode: 0, stdout: '0.1.0\n', stderr: '' });
});
