// Texts that are written in an editor: what it shows, what is sent, and what stays when it was not.
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, plenary } from '../support/program.ts';
import { type Reply, type ScriptedServer, startScriptedServer, wholeList } from '../support/scripted-server.ts';
import { folderForEach } from '../support/stage.ts';
import { terminals } from '../support/terminal.ts';

const folder = folderForEach();
const terminal = terminals(folder);

const talk = {
  id: 'sub_1',
  title: 'Queues',
  abstract: 'Old text.',
  feedback: 'Two\nlines\n',
  submitter_email: 'a@x.org',
};
const speaker = { id: 'spk_1', email: 'a@x.org', first_name: 'Ada', about: null };

/** An editor that writes down what it was given, and then does what the test says. */
function editor(...lines: readonly string[]): string {
  const file = folder.file('editor.sh');
  writeFileSync(
    file,
    ['#!/bin/sh', `cat "$1" > '${folder.file('shown')}'`, `echo "$1" > '${folder.file('name')}'`, ...lines, ''].join(
      '\n',
    ),
  );
  chmodSync(file, 0o755);
  return file;
}
const writing = (text: string) => editor(`printf '%s' '${text}' > "$1"`);
const shown = () => readFileSync(folder.file('shown'), 'utf8');
const texts = () => {
  const state = join(folder.path, 'state', 'texts');
  return existsSync(state) ? readdirSync(state).map((name) => join(state, name)) : [];
};

const accepting = ({ method, path }: { readonly method: string; readonly path: string }): Reply => {
  if (method !== 'GET') return { json: { id: 'x' } };
  return wholeList(path.includes('speakers') ? [speaker] : [talk]);
};

/** What the service replies; one service for each test, because a text belongs to its service. */
let script: typeof accepting;
let server: ScriptedServer;
beforeEach(async () => {
  script = accepting;
  server = await startScriptedServer((request) => script(request));
});
afterEach(() => server.close());

const settings = () => ({
  ...{ PLENARY_BASE_URL: server.url, PLENARY_TOKEN: 't', PLENARY_EVENT: 'e' },
  PLENARY_STATE_DIR: join(folder.path, 'state'),
});

async function run(args: string, env: Readonly<Record<string, string>>, replyTo = accepting) {
  script = replyTo;
  const before = server.requests.length;
  const result = await plenary([...args.split(' '), '--json'], { env: { ...settings(), ...env } });
  const sent = server.requests.slice(before).filter(({ method }) => method !== 'GET');
  return { ...result, sent: sent.map(({ method, path, body }) => `${method} ${path} ${body}`) };
}

it('shows the present text in a private file, sends the new one, and removes the file', async () => {
  const modes = `stat -c '%a' "$1" "$(dirname "$1")" > '${folder.file('modes')}'`;
  const EDITOR = editor(modes, `printf 'New text.\\n' > "$1"`);
  const { exitCode, sent } = await run('submissions update Queues --editor abstract --status accepted', { EDITOR });
  expect([exitCode, sent]).toEqual([0, ['PATCH /v1/submissions/sub_1 {"status":"accepted","abstract":"New text."}']]);
  expect(shown()).toBe('Old text.\n');
  expect(readFileSync(folder.file('modes'), 'utf8')).toBe('600\n700\n');
  expect(texts()).toEqual([]);
});

it('preserves the line break at the end of a text that has one', async () => {
  const { sent } = await run('submissions update sub_1 --editor feedback', { EDITOR: writing('One\n') });
  expect([shown(), sent]).toEqual(['Two\nlines\n', ['PATCH /v1/submissions/sub_1 {"feedback":"One\\n"}']]);
});

it('begins with an empty text for a new record, and for a field without one', async () => {
  const added = await run('submissions add --title T --submitter-email a@x.org --editor abstract', {
    EDITOR: writing('New'),
  });
  expect([shown(), added.sent[0]]).toEqual(['', expect.stringContaining('"abstract":"New"')]);
  const updated = await run('speakers update a@x.org --editor about', { EDITOR: writing('Ada.') });
  expect([shown(), updated.sent]).toEqual(['', ['PATCH /v1/speakers/spk_1 {"about":"Ada."}']]);
});

it.each([
  ['an unchanged text', 'true', 0, 'Canceled; nothing was sent.\n'],
  ['an editor that fails', 'echo changed > "$1"; exit 3', 2, 'ended with 3; nothing was sent'],
  ['an editor that is killed', 'echo changed > "$1"; kill -9 $$', 2, 'ended with SIGKILL; nothing was sent'],
  ['an editor that is interrupted', 'kill -INT $$', 130, 'interrupted'],
  ['a text that is not UTF-8', `printf '\\377' > "$1"`, 2, 'cannot read the text of the editor: it is not UTF-8'],
  ['a file that is gone', 'rm "$1"', 2, 'no such file or folder\nFix: run the command again\n'],
  [
    'an empty file',
    ': > "$1"',
    2,
    'the text is empty; nothing was sent\nFix: to clear the field, pass --clear abstract\n',
  ],
  ['a file of line breaks', `printf '\n\n' > "$1"`, 2, 'the text is empty; nothing was sent\n'],
])('%s sends nothing', async (_, line, exitCode, message) => {
  const result = await run('submissions update sub_1 --editor abstract --status accepted', { EDITOR: editor(line) });
  expect([result.exitCode, result.sent]).toEqual([exitCode, []]);
  const { message: text = '', fix } = result.exitCode === 2 ? errorOf(result) : {};
  expect(fix === undefined ? result.stderr : `${text}\nFix: ${fix}\n`).toContain(message);
});

it('leaves no empty text behind', async () => {
  await run('submissions update sub_1 --editor abstract', { EDITOR: editor(': > "$1"') });
  expect(texts()).toEqual([]);
});

describe('a text of the service that another person changed', () => {
  const args = 'submissions update sub_1 --editor abstract';
  const isEdited = () => existsSync(folder.file('shown'));
  const newer = (abstract: string) => (request: Parameters<typeof accepting>[0]) =>
    request.method === 'GET' && isEdited() ? wholeList([{ ...talk, abstract }]) : accepting(request);

  it('while the editor was open is not overwritten', async () => {
    const result = await run(args, { EDITOR: writing('My text.') }, newer('Of a colleague.'));
    expect([result.exitCode, result.sent]).toEqual([6, []]);
    const [file = ''] = texts();
    expect(errorOf(result)).toMatchObject({ code: 'conflict', details: [{ file, message: 'your text' }] });
    expect(readFileSync(file, 'utf8')).toBe('My text.');
  });

  it('after the editor has failed is not overwritten, and the editor does not open', async () => {
    await run(args, { EDITOR: editor(`printf 'My text.' > "$1"; exit 1`) });
    const result = await run(args, { EDITOR: writing('Longer text.') }, newer('Of a colleague.'));
    expect([result.exitCode, result.sent]).toEqual([6, []]);
    const [file = ''] = texts();
    expect(errorOf(result).details).toEqual([{ file, message: 'your text' }]);
    expect(readFileSync(file, 'utf8')).toBe('My text.');
    rmSync(file);
    const again = await run(args, { EDITOR: editor(`printf 'And mine.' >> "$1"`) }, newer('Of a colleague.'));
    expect([shown(), again.sent]).toEqual([
      'Of a colleague.\n',
      ['PATCH /v1/submissions/sub_1 {"abstract":"Of a colleague.\\nAnd mine."}'],
    ]);
  });

  it('to the text that is sent is no conflict', async () => {
    const result = await run(args, { EDITOR: writing('My text.') }, newer('My text.'));
    expect([result.exitCode, result.sent.length, texts()]).toEqual([0, 1, []]);
  });

  it('to the text that was saved shows that it was sent: the editor begins anew', async () => {
    await run(args, { EDITOR: editor(`printf 'My text.' > "$1"; exit 1`) });
    const result = await run(args, { EDITOR: editor() }, newer('My text.'));
    expect([result.exitCode, shown(), texts()]).toEqual([0, 'My text.\n', []]);
  });
});

describe('a text that was not sent', () => {
  const tooLong = 'x'.repeat(50_001);
  const refusing = (request: { readonly method: string; readonly path: string }): Reply =>
    request.method === 'GET' ? accepting(request) : { status: 422, json: { detail: 'no' } };

  it.each([
    ['the check', 'speakers update spk_1 --editor about', accepting, 3, tooLong],
    ['the service', 'submissions update sub_1 --editor abstract', refusing, 3, 'New text.'],
    ['an editor that fails', 'submissions update sub_1 --editor abstract', accepting, 2, 'New text.'],
  ] as const)('because of %s stays in its file, which the error names', async (cause, args, script, exitCode, text) => {
    const EDITOR = cause === 'an editor that fails' ? editor(`printf '${text}' > "$1"; exit 1`) : writing(text);
    const result = await run(args, { EDITOR }, script);
    expect(result.exitCode).toBe(exitCode);
    const [file = ''] = texts();
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(errorOf(result).details).toContainEqual({ file, message: 'your text; the same command opens it again' });
  });

  it('is opened again by the same command, and removed when it was sent', async () => {
    const args = 'submissions update sub_1 --editor abstract';
    await run(args, { EDITOR: writing('New text.') }, refusing);
    const [file] = texts();
    const again = await run(args, { EDITOR: editor(`printf ' More.' >> "$1"`) });
    expect(again.stderr).toContain(`The editor opens the text that was not sent: ${file}\n`);
    expect([shown(), again.sent]).toEqual([
      'New text.',
      ['PATCH /v1/submissions/sub_1 {"abstract":"New text. More."}'],
    ]);
    expect(texts()).toEqual([]);
  });

  it('is not opened for another record or field', async () => {
    await run('submissions update sub_1 --editor abstract', { EDITOR: writing('New text.') }, refusing);
    await run('submissions update sub_1 --editor feedback', { EDITOR: editor() });
    expect(shown()).toBe('Two\nlines\n');
  });

  it('is sent as it was only on request', async () => {
    const args = 'submissions update sub_1 --editor abstract';
    await run(args, { EDITOR: writing('New text.') }, refusing);
    const canceled = await run(args, { EDITOR: editor() });
    expect([canceled.exitCode, canceled.sent, texts().length]).toEqual([0, [], 1]);
    const sent = await run(`${args} --yes`, { EDITOR: editor() });
    expect([sent.sent, texts()]).toEqual([['PATCH /v1/submissions/sub_1 {"abstract":"New text."}'], []]);
  });
});

it('is VISUAL before EDITOR, with the arguments that it has', async () => {
  const VISUAL = `${editor()} --wait`;
  const log = folder.file('arguments');
  writeFileSync(folder.file('editor.sh'), `echo "$1" > '${log}'; printf 'New' > "$2"\n`);
  const { sent } = await run('submissions update sub_1 --editor abstract', {
    VISUAL: `sh ${VISUAL}`,
    EDITOR: 'false',
  });
  expect([readFileSync(log, 'utf8'), sent.length]).toEqual(['--wait\n', 1]);
});

it.each([
  ['without an editor', '--editor abstract', {}, 'no editor is set'],
  ['with --no-input', '--editor abstract --no-input', { EDITOR: 'true' }, '--editor and --no-input cannot be combined'],
  [
    'with the field itself',
    '--editor abstract --abstract x',
    { EDITOR: 'true' },
    '--editor abstract and --abstract cannot be combined',
  ],
])('is refused %s', async (_, flags, env, message) => {
  const result = await run(`submissions update sub_1 ${flags}`, env);
  expect([result.exitCode, errorOf(result).message]).toEqual([2, message]);
});

it('follows the choice of a record', async () => {
  const { run: type, answer } = terminal({ ...settings(), EDITOR: writing('New') });
  const ended = type('submissions', 'update', '--editor', 'abstract');
  await answer('Queues (sub_1)', '\r');
  expect(await ended).toBe(0);
  expect(server.requests.at(-1)).toMatchObject({ path: '/v1/submissions/sub_1', body: '{"abstract":"New"}' });
  expect(statSync(readFileSync(folder.file('name'), 'utf8').trim(), { throwIfNoEntry: false })).toBeUndefined();
});
