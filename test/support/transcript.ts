// An event with a few records and a folder of files, whose session of commands is written down and
// compared with a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { fileRow } from './file-row.ts';
import type { CommandResult, Invocation, TestService } from './program.ts';
import { addEvent, sendRecord } from './stage.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Fields = Readonly<Record<string, string>>;

interface Entry extends CommandResult {
  /** The runs that it names, and the last of them. */
  readonly runs: readonly string[];
  readonly run: string;
}

const golden = resolve(import.meta.dirname, '../golden');
const runName = /\d{8}-\d{6}-[0-9a-f]{8}/g;

/** An event of this name in Berlin. Its ids, runs and times are replaced by names. */
export async function startTranscript(service: TestService, event: string, baseUrl = service.url) {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  await addEvent(service, event);
  const names = new Map<string, string>();
  const parts: string[] = [];
  const env = {
    NO_COLOR: '1',
    PLENARY_BASE_URL: baseUrl,
    PLENARY_EVENT: event,
    PLENARY_TIMEZONE: 'Europe/Berlin',
    PLENARY_STATE_DIR: folder.file('state'),
  };
  const read = (name: string) => readFileSync(folder.file(name), 'utf8');

  const send = (method: string, path: string, fields: Fields) =>
    sendRecord(service, method, path, fields);

  /** Creates a speaker or a submission. Its id is written as this name. */
  async function post(
    resource: 'speakers' | 'submissions',
    name: string,
    fields: Fields,
  ): Promise<string> {
    const { id } = await send('POST', `events/${event}/${resource}`, fields);
    names.set(id, name);
    return id;
  }

  /** Creates a submission, with the name of its submitter. */
  function talk(name: string, title: string, submitter: string, track: string): Promise<string> {
    const address = `${submitter.toLowerCase()}@example.org`;
    const fields = {
      title,
      submitter_email: address,
      submitter_first_name: submitter,
      track_id: track,
    };
    return post('submissions', `sub_${name}`, fields);
  }

  /** Lines of standard output are indented, those of standard error have a sign. */
  async function perform(prompt: string, command: string, invocation: Invocation): Promise<Entry> {
    const result = await service.plenary(wordsOf(command), {
      ...invocation,
      env,
      cwd: folder.path,
    });
    const { exitCode, stdout, stderr } = result;
    const ends = exitCode === 0 ? '' : `exit code ${exitCode}\n`;
    parts.push(
      `${prompt} plenary ${command}\n` +
        `${lines('  ', folded(stdout))}${lines('! ', screenText(stderr))}${ends}`,
    );
    const runs = (stdout + stderr).match(runName) ?? [];
    return { ...result, runs: [...new Set(runs)], run: runs.at(-1) ?? '' };
  }

  /** Changes a file, and writes down its changed lines. */
  function edit(name: string, from: string | RegExp, to: string) {
    const before = read(name).split('\n');
    const after = read(name).replace(from, to).split('\n');
    expect(after, `${name} has no ${from}`).not.toEqual(before);
    writeFileSync(folder.file(name), after.join('\n'));
    const removed = before.filter((line) => !after.includes(line)).map((line) => `- ${line}\n`);
    const added = after.filter((line) => !before.includes(line)).map((line) => `+ ${line}\n`);
    parts.push(`Edited in ${name}\n${[...removed, ...added].join('')}`);
  }

  return {
    post,
    talk,
    /** Two speakers, and a submission of each and a third person. The first is placed. */
    async fill() {
      const ada = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };
      const ids = {
        ada: await post('speakers', 'spk_ada', ada),
        bo: await post('speakers', 'spk_bo', {
          email: 'bo@example.org',
          first_name: 'Bo',
          company_name: 'ACME',
        }),
        queues: await talk('queues', 'Queues all the way down', 'Ada', 'web'),
        cents: await talk('cents', 'Zero lost cents', 'Bo', 'data'),
        clocks: await talk('clocks', 'A tale of two clocks', 'Cy', 'web'),
      };
      await send('PUT', `sessions/${ids.queues}/schedule`, {
        room: 'Hall',
        start: '2027-05-20T09:30:00+02:00',
      });
      return ids;
    },
    /** Somebody else changes a record. */
    async patch(resource: 'speakers' | 'submissions', id: string, fields: Fields) {
      parts.push(`Elsewhere: ${names.get(id)} gets ${JSON.stringify(fields)}\n`);
      await send('PATCH', `${resource}/${id}`, fields);
    },
    /** Somebody else places a session. */
    async place(id: string, room: string, start: string) {
      parts.push(`Elsewhere: ${names.get(id)} is placed in ${room} at ${start}\n`);
      await send('PUT', `sessions/${id}/schedule`, { room, start });
    },
    /** Runs a command at a terminal of 100 columns, and types these texts at its questions. */
    terminal: (command: string, ...typed: readonly string[]) =>
      perform('terminal $', command, { columns: 100, typed }),
    /** Runs a command without a terminal. */
    pipe: (command: string) => perform('$', command, {}),
    /** Runs a command that this signal stops. */
    stop: (command: string, stopped: AbortSignal) =>
      perform('stopped by SIGINT $', command, { stopped }),
    write(name: string, ...content: readonly string[]) {
      writeFileSync(folder.file(name), `${content.join('\n')}\n`);
      parts.push(`The file ${name}\n${lines('  ', read(name))}`);
    },
    edit,
    /** Adds a row to a file as `edit` does; a column that is not named is empty. */
    addRow: (name: string, values: Fields) => edit(name, /$/, fileRow(read(name), values)),
    /** Writes down a file that a command has written. */
    show(name: string) {
      parts.push(`Written to ${name}\n${lines('  ', folded(read(name)))}`);
    },
    /**
     * Compares everything with `test/golden/EVENT.txt`, which `npx vitest run test/golden -u`
     * rewrites.
     */
    async matches() {
      await expect(anonymous(parts.join('\n'))).toMatchFileSnapshot(
        resolve(golden, `${event}.txt`),
      );
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
        .replaceAll(/^! +\d+\/\d+ \w+\n/gm, '')
        .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://service')
        .replaceAll(runName, numbered('RUN-'))
        .replaceAll(/\bspk\\?_\w{10,}/g, numbered('spk_new_'))
        .replaceAll(/\bsub\\?_\w{10,}/g, numbered('sub_new_'))
        .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    );
  }
}

/** The words of a command, with those in quotation marks as one. */
function wordsOf(command: string): readonly string[] {
  return Array.from(command.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word);
}

function lines(before: string, text: string): string {
  if (text === '') return '';
  const ends = text.endsWith('\n') ? '' : '\n(no line break at the end)';
  return `${text.replace(/\n$/, '').replaceAll(/^/gm, before).replaceAll(/ +$/gm, '')}${ends}\n`;
}

/** A JSON document with each value that fits, and each element of a list, on one line. */
function folded(text: string): string {
  return /^[[{]\n/.test(text) ? `${fold(JSON.parse(text), '')}\n` : text;
}

function fold(value: unknown, indent: string): string {
  const short = JSON.stringify(value);
  if (short.length <= 150 || typeof value !== 'object' || value === null) return short;
  const deeper = `${indent}  `;
  const block = (open: string, members: readonly string[], close: string) =>
    `${open}\n${members.map((member) => deeper + member).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value))
    return block(
      '[',
      value.map((each) => JSON.stringify(each)),
      ']',
    );
  const members = Object.entries(value).map(
    ([key, each]) => `${JSON.stringify(key)}: ${fold(each, deeper)}`,
  );
  return block('{', members, '}');
}

const escapeSign = '\u001b';
const pieces = new RegExp(`${escapeSign}\\[[?\\d;]*[A-Za-z]|[\\r\\n]|[^\\r\\n${escapeSign}]+`, 'g');

/**
 * What remains on a terminal after its redrawing: of a progress bar nothing, of a question its
 * answer. Carries out the movements of the cursor that the program and its questions use. Lines are
 * never wrapped.
 */
function screenText(output: string): string {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [piece] of output.matchAll(pieces)) {
    const text = rows[row] ?? '';
    const count = Number.parseInt(piece.slice(2), 10);
    if (piece === '\n') {
      row++;
      column = 0;
      rows[row] ??= '';
    } else if (piece === '\r') column = 0;
    else if (!piece.startsWith(escapeSign)) {
      rows[row] = text.padEnd(column).slice(0, column) + piece + text.slice(column + piece.length);
      column += piece.length;
    } else if (piece.endsWith('H')) [row, column] = [0, 0];
    else if (piece.endsWith('A')) row = Math.max(0, row - (count || 1));
    else if (piece.endsWith('B')) row += count || 1;
    else if (piece.endsWith('G')) column = (count || 1) - 1;
    else if (piece.endsWith('K')) rows[row] = count === 2 ? '' : text.slice(0, column);
  }
  return rows.join('\n');
}
