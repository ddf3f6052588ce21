// README and the guides against the program: every command, flag, file and table that they show.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { timetableColumns } from '../src/columns/own-output.ts';
import { commandNames, type Program, wholeProgram } from './support/whole-program.ts';

const program = wholeProgram();

function flagsOf(command: Program): readonly string[] {
  return [
    ...command.options.map(({ long }) => long ?? ''),
    '--help',
    ...command.commands.flatMap(flagsOf),
  ];
}

it('docs/importing.md shows the header of an exported timetable', () => {
  expect(readFileSync('docs/importing.md', 'utf8')).toContain(`\`${timetableColumns.join(',')}\``);
});

describe.each([
  'README.md',
  'SKILL.md',
  'docs/autoplace.md',
  'docs/changing.md',
  'docs/importing.md',
  'docs/letters.md',
  'docs/program-files.md',
  'docs/scheduling.md',
  'docs/service.md',
  'docs/website.md',
  'examples/README.md',
])('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  it('names only files that exist', () => {
    const links = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, path = '']) =>
      join(dirname(page), path),
    );
    for (const link of links) expect(() => readFileSync(link)).not.toThrow();
  });

  it('shows no command that the program does not have', () => {
    const names = new Set(commandNames());
    const shown = [
      ...text.matchAll(/(?:^\$ |^|`|npx |<br>`)plenary ((?:[a-z][a-z-]*)(?: [a-z][a-z-]*){0,2})/gm),
    ];
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
    const own = text.replace(/(?<=^|`)(?:docker|createdb|pg_\w+) [^`\n]*/gm, '');
    const shown = [...own.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag);
    expect(shown.length).toBeGreaterThan(3);
    expect(shown.filter((flag) => !flags.has(flag))).toEqual([]);
  });
});

it('no page passes --all to a list that is whole without it', () => {
  const guides = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const pages = [
    'README.md',
    'SKILL.md',
    'CONTRIBUTING.md',
    ...guides.map((name) => `docs/${name}`),
  ];
  const shown = pages.flatMap((page) => {
    const lines = readFileSync(page, 'utf8').match(/\bplenary [a-z-]+ (?:list|search)\b.*/g) ?? [];
    return lines.map((line) => `${page}: ${line}`);
  });
  expect(shown.length).toBeGreaterThan(20);
  const whole = /--(?:json|output|where|sort|limit)\b| -o |[|>]/;
  expect(shown.filter((line) => line.includes(' --all') && whole.test(line))).toEqual([]);
});

it('docs/security.md names a test for each promise', () => {
  const promises = readFileSync('docs/security.md', 'utf8').match(/^- .*$/gm) ?? [];
  expect(promises.length).toBeGreaterThan(30);
  expect(promises.filter((promise) => !/`(?:src|test)\/[\w./-]+\.ts`$/.test(promise))).toEqual([]);
});

it.each([
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/architecture.md',
  'docs/releasing.md',
  'docs/security.md',
])('%s names only files that exist', (page) => {
  const text = readFileSync(page, 'utf8');
  const inCode = [
    ...text.matchAll(/`((?:bench|bin|docs|examples|scripts|src|test)\/[\w./-]*|[\w/-]+\.ts)`/g),
  ].map(([, path = '']) => path);
  const links = [...text.matchAll(/\]\(([^)#:]+)/g)].map(([, path = '']) =>
    join(dirname(page), path),
  );
  const named = [...inCode, ...links];
  expect(named.length).toBeGreaterThan(0);
  // A source file may be named by the end of its path.
  const isFile = (path: string) =>
    existsSync(path) || sources.some((source) => source.endsWith(`/${path}`));
  expect(named.filter((path) => !isFile(path))).toEqual([]);
});

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `/${file}`);
