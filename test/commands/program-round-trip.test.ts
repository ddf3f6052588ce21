// After a pull, a plan has no change, applying it sends nothing, and another pull changes no byte:
// whatever the texts are.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { anEvent } from '../support/ids.ts';
import { programStage } from '../support/program-stage.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { seededRandom } from '../support/seeded-random.ts';

const stage = programStage();
const { service, folder, read } = stage;

it('has nothing to do after a pull of any text, of every Unicode plane', async () => {
  const next = seededRandom(7);
  const random = (below: number) => Math.floor(next() * below);
  const parts = [
    ...'\'"=+-@\t\r\n ,;\uFEFF\u0001\u2028',
    '漢',
    '\u{1F600}',
    '\u{E0041}',
    '\u{10FFFD}',
    '#REF!',
    'a',
  ];
  const text = (longest = 10) =>
    Array.from({ length: random(longest) }, () => parts[random(parts.length)]).join('');
  const speakers = Array.from({ length: 90 }, (_, at) => ({
    id: `spk_${at}`,
    email: at % 9 === 0 ? 'a***@e***.org' : ` p${at}@example.org`,
    first_name: text(),
    about: text(60),
    phone: at % 2 === 0 ? null : text(),
    title: { en: 'CTO' },
    'be\n::er': 'stout',
  }));
  const submissions = Array.from({ length: 90 }, (_, at) => ({
    id: at,
    title: `${text()}${at}`,
    submitter_email: `p${at}@example.org`,
    abstract: text(60),
    status: text(),
    ...(at % 3 === 0 && { room: `Hall ${at}`, start: '2027-05-20T09:00:00Z' }),
  }));
  const lists: Readonly<Record<string, readonly object[]>> = {
    speakers,
    submissions,
    sessions: submissions.filter((each) => 'room' in each),
  };
  const server = await startScriptedServer(({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    const page = Number(searchParams.get('page') ?? 1);
    return { json: { data: page > 1 ? [] : (lists[pathname.split('/').at(-1) ?? ''] ?? []) } };
  });
  try {
    const env = { PLENARY_BASE_URL: server.url, PLENARY_EVENT: anEvent };
    const run = (verb: string, ...flags: string[]) =>
      service.plenary(['program', verb, folder.path, ...flags], { env });
    const { stderr } = await run('pull', '--private-columns');
    expect(stderr).toContain(
      'Not in speakers.csv, because the API cannot write them as text: be ::er, title.\n',
    );
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    // As a spreadsheet saves them. A line break that follows `'` would read as a guarded one.
    for (const name of ['speakers.csv', 'submissions.csv', 'schedule.csv']) {
      const saved = read(name);
      writeFileSync(folder.file(name), `\uFEFF${saved.replace(/(?<![\r'])\n/g, '\r\n')}`);
      expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
      writeFileSync(folder.file(name), saved);
    }
    expect(await run('apply')).toMatchObject({
      exitCode: 0,
      stdout: 'rows       210\nunchanged  210\n',
    });
    expect((await run('pull')).stderr).toMatch(/^No file has changed\.\n/);
    rmSync(folder.file('.plenary'), { recursive: true });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({ exitCode: 0, stdout: '' });
    // Of a clone, a pull writes the snapshot, which is not shared, and nothing else.
    const manifest = read('program.json');
    expect(await run('pull')).toMatchObject({ exitCode: 0 });
    expect([existsSync(folder.file('.plenary')), read('program.json')]).toEqual([true, manifest]);
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  } finally {
    await server.close();
  }
});
