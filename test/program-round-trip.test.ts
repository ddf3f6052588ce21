// After a pull, a plan has no change, applying it sends nothing, and another pull changes no byte: whatever the texts are.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programStage } from './support/program-stage.ts';
import { startScriptedServer } from './support/scripted-server.ts';
import { seededRandom } from './support/seeded-random.ts';

const stage = programStage();
const { service, folder, plenary, program, read, everything } = stage;

const data = '../shared/data';

it.each([
  ['examples/speakers.csv', 'examples/submissions.csv'],
  [`${data}/sessionize-accepted-sessions.csv`, `${data}/sessionize-accepted-sessions.csv`],
  [`${data}/google-form-cfp.csv`, `${data}/google-form-cfp.csv`],
])('has nothing to do after a pull of the records of %s', async (speakers, submissions) => {
  // Exports of real systems, if they are available.
  if (!existsSync(speakers)) return;
  await plenary('speakers', 'import', speakers, '--skip-invalid');
  await plenary('submissions', 'import', submissions, '--skip-invalid');
  const before = await everything();
  expect(JSON.parse((await program('pull', '--json')).stdout).counts.speakers).toBeGreaterThan(30);
  const names = ['speakers.csv', 'submissions.csv', 'schedule.csv', 'program.json', '.plenary/base.ndjson'];
  const pulled = names.map(read);
  expect(await program('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await program('apply')).toMatchObject({ exitCode: 0, stdout: '' });
  expect(await everything()).toBe(before);
  expect(await program('pull')).toMatchObject({ exitCode: 0 });
  expect(names.map(read)).toEqual(pulled);
});

it('has nothing to do after a pull of any text, of every Unicode plane', async () => {
  const next = seededRandom(7);
  const random = (below: number) => Math.floor(next() * below);
  const parts = [...'\'"=+-@\t\r\n ,;\uFEFF\u0001\u2028', '漢', '\u{1F600}', '\u{E0041}', '\u{10FFFD}', '#REF!', 'a'];
  const text = (longest = 10) => Array.from({ length: random(longest) }, () => parts[random(parts.length)]).join('');
  const speakers = Array.from({ length: 150 }, (_, at) => ({
    ...{
      id: `spk_${at}`,
      email: at % 9 === 0 ? 'a***@e***.org' : ` p${at}@example.org`,
      first_name: text(),
      title: text(),
    },
    ...{ about: text(60), phone: at % 2 === 0 ? null : text() },
  }));
  const submissions = Array.from({ length: 150 }, (_, at) => ({
    ...{ id: at, title: `${text()}${at}`, submitter_email: `p${at}@example.org`, abstract: text(60), status: text() },
    ...(at % 3 === 0 && { room: `Hall ${at}`, start: '2027-05-20T09:00:00Z' }),
  }));
  const lists: Readonly<Record<string, readonly object[]>> = {
    ...{ speakers, submissions },
    sessions: submissions.filter((each) => 'room' in each),
  };
  const server = await startScriptedServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const list = lists[pathname.split('/').at(-1) ?? ''] ?? [];
    const [page, pageSize] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('pageSize') ?? 25)];
    const pagination = {
      currentPage: page,
      pageSize,
      totalPages: Math.ceil(list.length / pageSize),
      totalResults: list.length,
    };
    return { json: { data: list.slice((page - 1) * pageSize, page * pageSize), pagination } };
  });
  try {
    const run = (verb: string, ...flags: string[]) =>
      service.plenary(['program', verb, folder.path, ...flags], {
        env: { PLENARY_BASE_URL: server.url, PLENARY_EVENT: stage.event() },
      });
    expect(await run('pull')).toMatchObject({ exitCode: 0 });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    // As a spreadsheet saves them. A line break that follows `'` would read as a guarded one.
    for (const name of ['speakers.csv', 'submissions.csv', 'schedule.csv']) {
      const saved = read(name);
      writeFileSync(folder.file(name), `\uFEFF${saved.replace(/(?<![\r'])\n/g, '\r\n')}`);
      expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
      writeFileSync(folder.file(name), saved);
    }
    expect(await run('apply')).toMatchObject({ exitCode: 0, stdout: '' });
    expect(await run('pull')).toMatchObject({ exitCode: 0, stderr: 'No file has changed.\n' });
    rmSync(folder.file('.plenary'), { recursive: true });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    // Of a clone, a pull writes the snapshot, which is not shared, and nothing else.
    const manifest = read('program.json');
    expect(await run('pull')).toMatchObject({ exitCode: 0 });
    expect(existsSync(folder.file('.plenary'))).toBe(true);
    expect(read('program.json')).toBe(manifest);
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  } finally {
    await server.close();
  }
});
