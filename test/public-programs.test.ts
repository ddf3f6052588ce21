// Folders of a program on the double of the public server: pull, status and plan agree about what
// has changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';

const stage = doubleStage({ formats: { Talk: 30, Workshop: 90 }, tracks: ['Web Dev'] });

/** Creates a talk from a row with these cells, and pulls the folder again. */
async function applied(cells: Readonly<Record<string, string>>) {
  const home = stage.home();
  const file = `${home.path}/dbl/submissions.csv`;
  const edit = (change: (text: string) => string) =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  const pulled = await home.run(['program', 'pull', 'dbl', '--private-columns']);
  expect(pulled.exitCode, pulled.stderr).toBe(0);
  edit((text) => {
    const columns = text.trim().split(',');
    return `${text}${columns.map((column) => cells[column] ?? '').join(',')}\n`;
  });
  const result = await home.run(['program', 'apply', 'dbl', '--create', '--yes']);
  expect(result.exitCode, result.stderr).toBe(0);
  return { home, edit };
}

const talk = { title: 'Knots', submitter_email: 'ida@example.org' };

/** What the three commands say of the files. */
async function changesOf(home: ReturnType<typeof stage.home>) {
  const { kinds } = await home.json('program', 'status', 'dbl');
  const { counts } = await home.json('program', 'plan', 'dbl');
  const pull = await home.run(['program', 'pull', 'dbl']);
  return {
    changed: kinds.submissions.files.changed,
    planned: counts.update + counts.create + counts.rejected,
    pull: [pull.exitCode, pull.stderr.includes('have changes')],
  };
}

const none = { changed: 0, planned: 0, pull: [0, false] };

it('a track and a format in another case are no change', async () => {
  const { home } = await applied({ ...talk, track_id: 'web  dev', format_id: 'talk' });
  expect(await changesOf(home)).toEqual(none);
});

it('a track and a format by id are no change, and another one is', async () => {
  const { formats, tracks } = stage.double().state;
  const ids = { track_id: tracks[0]?.id ?? '', format_id: formats[0]?.id ?? '' };
  const { home, edit } = await applied({ ...talk, ...ids });
  edit((text) => text.replace('Talk', ids.format_id));
  expect(await changesOf(home)).toEqual(none);
  edit((text) => text.replace('Talk', 'Workshop'));
  const { kinds } = await home.json('program', 'status', 'dbl');
  expect(kinds.submissions.files.changed).toBe(1);
});

it('an accent that is encoded otherwise is no change', async () => {
  const { home, edit } = await applied({ ...talk, title: 'Caf\u00e9' });
  edit((text) => text.replace('Caf\u00e9', 'Cafe\u0301'));
  expect(await changesOf(home)).toEqual(none);
});

it('names the record that has the title of a row without an id', async () => {
  const { home, edit } = await applied(talk);
  const [knots] = stage.double().state.submissions;
  edit((text) => {
    const columns = text.split('\n')[0]?.split(',') ?? [];
    const row: Readonly<Record<string, string>> = { ...talk, submitter_email: 'bo@example.org' };
    return `${text}${columns.map((column) => row[column] ?? '').join(',')}\n`;
  });
  const { stderr } = await home.run(['program', 'plan', 'dbl']);
  expect(stderr).toContain(
    `no id, and ${knots?.id} has this title; write this id in the row to change this record\n`,
  );
  expect(stderr).toContain('--create creates the records that are missing');
});

it('refuses a folder and a plan of another service before it sends anything', async () => {
  const { home } = await applied(talk);
  await home.run(['program', 'plan', 'dbl', '--out', 'plan.json']);
  const [manifest, plan] = ['dbl/program.json', 'plan.json'].map((name) => `${home.path}/${name}`);
  for (const file of [manifest ?? '', plan ?? '']) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    const other = { baseUrl: 'https://program.example.org', event: 'devconf' };
    writeFileSync(file, JSON.stringify({ ...document, ...other }));
  }
  const sent = stage.double().requests.length;
  const env = { PLENARY_EVENT: 'devconf' };
  for (const words of [
    ['program', 'plan', 'dbl'],
    ['program', 'pull', 'dbl'],
    ['program', 'apply', 'plan.json', '--yes'],
  ]) {
    const { exitCode, stderr } = await home.run(words, { env });
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('event devconf')]);
  }
  expect(stage.double().requests.length).toBe(sent);
});
