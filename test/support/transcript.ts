// Writes down command lines and what they print, to be compared with a file. Names of runs, ids and times are replaced.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { CommandResult, Invocation, TestService } from './program.ts';
import { screenText } from './screen-text.ts';
import type { temporaryFolder } from './temporary-folder.ts';

export interface Transcript {
  /** Runs a command at a terminal of 100 columns, and types these texts at its questions. */
  terminal(command: string, ...typed: readonly string[]): Promise<Entry>;
  /** Runs a command without a terminal. */
  pipe(command: string): Promise<Entry>;
  /** Runs a command that a signal stops. */
  stop(command: string, signal: AbortSignal): Promise<Entry>;
  /** Writes a file, and writes it down. */
  write(name: string, ...lines: readonly string[]): void;
  /** Changes a file, and writes down its changed lines. */
  edit(name: string, from: string | RegExp, to: string): void;
  /** Writes down a file that a command has written. */
  show(name: string): void;
  /** Writes down what happens elsewhere. */
  note(text: string): void;
  /** Compares everything with `test/golden/NAME.txt`, which `npx vitest run -u` rewrites. */
  matches(name: string): Promise<void>;
}

export interface Entry extends CommandResult {
  /** The runs that it names. */
  readonly runs: readonly string[];
  /** The one that it names last. */
  readonly run: string;
}

interface Setting {
  readonly service: TestService;
  readonly folder: ReturnType<typeof temporaryFolder>;
  readonly env: Readonly<Record<string, string>>;
  /** Of records that exist before, by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

const golden = resolve(import.meta.dirname, '../golden');
const runName = /\d{8}-\d{6}-[0-9a-f]{8}/g;

export function transcript({ service, folder, env, names }: Setting): Transcript {
  const parts: string[] = [];
  const read = (name: string) => readFileSync(folder.file(name), 'utf8');

  async function perform(prompt: string, command: string, invocation: Invocation): Promise<Entry> {
    const result = await service.plenary(wordsOf(command), {
      ...invocation,
      env: { NO_COLOR: '1', ...env },
      cwd: folder.path,
    });
    const { exitCode, stdout, stderr } = result;
    parts.push(`${prompt} plenary ${command}`, section('stdout', stdout), section('stderr', screenText(stderr)));
    parts.push(`exit code ${exitCode}\n`);
    const runs = (stdout + stderr).match(runName) ?? [];
    return { ...result, runs: [...new Set(runs)], run: runs.at(-1) ?? '' };
  }

  return {
    terminal: (command, ...typed) => perform('100 columns $', command, { columns: 100, typed }),
    pipe: (command) => perform('$', command, {}),
    stop: (command, stopped) => perform('stopped by SIGINT $', command, { stopped }),
    write(name, ...lines) {
      const text = `${lines.join('\n')}\n`;
      writeFileSync(folder.file(name), text);
      parts.push(`The file ${name}`, section('content', text), '');
    },
    edit(name, from, to) {
      const text = read(name);
      const edited = text.replace(from, to);
      expect(edited, `${name} has no ${from}`).not.toBe(text);
      writeFileSync(folder.file(name), edited);
      const before = new Set(text.split('\n'));
      const after = new Set(edited.split('\n'));
      const removed = [...before].filter((line) => !after.has(line)).map((line) => `- ${line}`);
      const added = [...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`);
      parts.push(`Edited in ${name}`, section('lines', [...removed, ...added].join('\n')), '');
    },
    show(name) {
      if (existsSync(folder.file(name))) parts.push(`Written to ${name}`, section('content', read(name)), '');
      else parts.push(`No file ${name}\n`);
    },
    note: (text) => void parts.push(`${text}\n`),
    async matches(name) {
      const text = anonymous(parts.filter((part, at) => part !== '' || !parts[at - 1]?.endsWith('\n')).join('\n'));
      await expect(text).toMatchFileSnapshot(resolve(golden, `${name}.txt`));
    },
  };

  /** The same text in each run of the test. */
  function anonymous(text: string): string {
    const numbered = (prefix: string) => {
      const known = new Map<string, string>();
      return (found: string) => {
        // Markdown escapes the underscore.
        const id = found.replace('\\_', '_');
        const name = names.get(id) ?? known.get(id) ?? `${prefix}${known.size + 1}`;
        if (!names.has(id)) known.set(id, name);
        return id === found ? name : name.replaceAll('_', '\\_');
      };
    };
    return (
      text
        .replaceAll(folder.path, 'FOLDER')
        // Shown once a second, so only on a busy machine.
        .replaceAll(/^ *\d+\/\d+ \w+\n/gm, '')
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://service')
        .replaceAll(runName, numbered('RUN-'))
        .replaceAll(/\bspk\\?_\w{10,}/g, numbered('spk_new_'))
        .replaceAll(/\bsub\\?_\w{10,}/g, numbered('sub_new_'))
        .replaceAll(/\b[0-9a-f]{64}\b/g, 'SHA256')
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    );
  }
}

/** The words of a command, with those in quotation marks as one. */
function wordsOf(command: string): readonly string[] {
  return Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
}

function section(name: string, text: string): string {
  if (text === '') return `(no ${name})`;
  const lines = text.replace(/\n$/, '').split('\n');
  const end = text.endsWith('\n') || name === 'lines' ? '' : '\n(no line break at the end)';
  return `--- ${name}\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}${end}`;
}
