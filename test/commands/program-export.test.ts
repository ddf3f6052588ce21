// `program export`: what of an event is in the files of its website, and what becomes of the files
// that are there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { doubleStage } from '../support/double-stage.ts';
import { addTalks } from '../support/placed-talks.ts';
import { checkDocument } from '../support/printed-documents.ts';
import { errorOf } from '../support/program.ts';

const stage = doubleStage();
const marker = '[//]: # (plenary: text below this line stays)\n';

let home: ReturnType<typeof stage.home>;
let ids: ReadonlyMap<string, string>;
let ada: string;

/** Three accepted talks, and one that is not; a folder with what the server does not show. */
beforeEach(async () => {
  home = stage.home();
  const { web } = stage.double();
  ada = web.addSpeaker({
    email: 'ada@host.example',
    first_name: 'Ada',
    last_name: 'Okoye',
    title: 'CTO',
    company_name: 'Loom',
    about: 'Writes {{ code }}. Mail ada%40host.example, or call 030 1234567 or ０１７１‑7654_321.',
    photo_url: 'https://photos.example/ada.jpg',
    linkedin_url: 'javascript:alert(1)',
    phone: '+49 30 1234567 or 0171 7654321 (ext. 7)',
    logistics_notes: 'vegan',
    speaker_status: 'confirmed',
  });
  web.addSpeaker({
    email: 'bo@host.example',
    first_name: 'Bo',
    about: 'Types:\n\n````\n```\n~~~',
    speaker_status: 'invited',
  });
  web.addSpeaker({ email: 'di@host.example', first_name: 'Di', speaker_status: 'declined' });
  ids = await addTalks(stage.double(), [
    { title: 'Queues', room: 'Main Hall', time: '09:00' },
    { title: 'Locks', room: 'Lighthouse', time: '09:00' },
    { title: 'Maps' },
    { title: 'Drafts', status: 'pending', room: 'Lighthouse', time: '12:00' },
  ]);
  await home.run(['program', 'pull', '.']);
  home.write(
    'schedule.csv',
    'submission_id,title,room,start,duration,speakers',
    `${ids.get('Queues')},Queues,Main Hall,2027-05-20T11:00:00+02:00,45,Ada Okoye; Cy`,
    `${ids.get('Queues')},Queues,Workshop 1,2027-05-21T11:00:00+02:00,45,Ada Okoye; Cy`,
    `${ids.get('Locks')},Locks,Lighthouse,2027-05-20T11:00:00+02:00,30,Bo; Di`,
  );
});

const exportSite = (format: 'markdown' | 'json', ...flags: readonly string[]) =>
  home.run(['program', 'export', 'site', '--format', format, '--json', ...flags]);

async function exported(format: 'markdown' | 'json', ...flags: readonly string[]) {
  const { exitCode, stdout, stderr } = await exportSite(format, ...flags);
  expect(exitCode, stderr).toBe(0);
  return { ...JSON.parse(stdout), stderr };
}

const path = (name: string) => `${home.path}/site/${name}`;
const read = (name: string) => readFileSync(path(name), 'utf8');

/** Every file of the site with its text. */
function files(): Readonly<Record<string, string>> {
  const names = readdirSync(path(''), { recursive: true, encoding: 'utf8' });
  const ofText = names.filter((name) => /\.(md|json)$/.test(name)).toSorted();
  return Object.fromEntries(ofText.map((name) => [name, read(name)]));
}

const frontMatterOf = (name: string) => parse(read(name).split('---\n')[1] ?? '');

describe('pages', () => {
  it('are those of accepted talks and their speakers, with what the folder adds', async () => {
    const report = await exported('markdown');
    expect(report).toMatchObject({
      counts: { talks: 3, speakers: 2, written: 5, unchanged: 0 },
      vanished: [],
    });
    expect(report.stderr).toBe('Left out: 1 placed talk that is not accepted, or called off.\n');
    expect(Object.keys(files())).toEqual([
      '.plenary-index.json',
      'speakers/ada-okoye.md',
      'speakers/bo.md',
      'talks/locks.md',
      'talks/maps.md',
      'talks/queues.md',
    ]);
    expect(frontMatterOf('talks/queues.md')).toEqual({
      title: 'Queues',
      id: ids.get('Queues'),
      slug: 'queues',
      speakers: [{ name: 'Ada Okoye', id: ada, slug: 'ada-okoye' }, { name: 'Cy' }],
      day: '2027-05-20',
      start: '2027-05-20T11:00:00+02:00',
      end: '2027-05-20T11:45:00+02:00',
      room: 'Main Hall',
      otherSlots: [
        {
          day: '2027-05-21',
          start: '2027-05-21T11:00:00+02:00',
          end: '2027-05-21T11:45:00+02:00',
          room: 'Workshop 1',
        },
      ],
    });
    expect(read('speakers/bo.md')).toContain(
      `Types:\n\n\\\`\\\`\\\`\\\`  \n\\\`\\\`\\\`  \n\\~\\~\\~\n\n${marker}`,
    );
    expect(frontMatterOf('talks/maps.md')).toEqual({
      title: 'Maps',
      id: ids.get('Maps'),
      slug: 'maps',
    });
    expect(frontMatterOf('talks/locks.md').speakers).toMatchObject([{ name: 'Bo' }]);
    expect(read('speakers/ada-okoye.md')).toBe(
      `---
title: "Ada Okoye"
id: "${ada}"
slug: "ada-okoye"
jobTitle: "CTO"
company: "Loom"
photo: "https://photos.example/ada.jpg"
talks:
  - id: "${ids.get('Queues')}"
    slug: "queues"
    title: "Queues"
---

Writes &#123;&#123; code &#125;&#125;. Mail …@…, or call … or ….

${marker}`,
    );
  });

  it('keep their names and the text of a person after a new title, and are written once', async () => {
    await exported('markdown');
    const before = files();
    expect(await exported('markdown')).toMatchObject({ counts: { written: 0, unchanged: 5 } });
    expect(files()).toEqual(before);
    writeFileSync(path('talks/maps.md'), `${read('talks/maps.md')}\n{{< video >}}\n`);
    stage.double().web.renameSubmission(ids.get('Maps') ?? '', 'Atlases');
    expect((await exported('markdown')).written).toEqual(['talks/maps.md']);
    expect(frontMatterOf('talks/maps.md')).toMatchObject({ title: 'Atlases', slug: 'maps' });
    expect(read('talks/maps.md').endsWith(`${marker}\n{{< video >}}\n`)).toBe(true);
  });

  it('of what has vanished are listed and stay, and come back under their names', async () => {
    await exported('markdown');
    const id = ids.get('Maps') ?? '';
    await home.run(['submissions', 'update', id, '--status', 'withdrawn']);
    const { vanished, written, stderr } = await exported('markdown');
    expect([vanished, written]).toEqual([['talks/maps.md'], []]);
    expect(stderr).toContain('No longer in the program, and not deleted: talks/maps.md.\n');
    expect(frontMatterOf('talks/maps.md').title).toBe('Maps');
    rmSync(path('talks/maps.md'));
    expect((await exported('markdown')).vanished).toEqual([]);
    await home.run(['submissions', 'update', id, '--status', 'accepted']);
    expect((await exported('markdown')).written).toEqual(['talks/maps.md']);
  });

  it('are only those of who has confirmed, if that is asked for', async () => {
    const { counts, stderr } = await exported('markdown', '--confirmed');
    expect(counts).toMatchObject({ talks: 1, speakers: 1 });
    expect(frontMatterOf('talks/queues.md').speakers).toMatchObject([{ name: 'Ada Okoye' }]);
    expect(stderr).toContain('Left out: 2 talks without a confirmed speaker.\n');
  });
});

describe('data files', () => {
  it('fit their schemas, and are the same bytes each time', async () => {
    await exported('json');
    const [talks, speakers] = ['talks.json', 'speakers.json'].map((name) => JSON.parse(read(name)));
    checkDocument('site-talks', talks);
    checkDocument('site-speakers', speakers);
    const order = talks.talks.map(({ slug }: { readonly slug: string }) => slug);
    expect(order).toEqual(['locks', 'queues', 'maps']);
    expect(speakers.speakers[0]).toMatchObject({ slug: 'ada-okoye', linkedin: null });
    const before = files();
    // Of an export that was killed.
    writeFileSync(path('.plenary-1.tmp'), '');
    expect(await exported('json')).toMatchObject({ counts: { written: 0, unchanged: 2 } });
    expect(files()).toEqual(before);
    expect(existsSync(path('.plenary-1.tmp'))).toBe(false);
  });

  it.each(['json', 'markdown'] as const)('have nothing private as %s', async (format) => {
    await exported(format);
    const all = JSON.stringify(files());
    expect(all).not.toMatch(
      /(@|%40)(host\.example|example\.org)|1234567|7654|vegan|confirmed|javascript/,
    );
  });
});

describe('nothing is written', () => {
  it('over files that the index does not name, or that have lost the line', async () => {
    mkdirSync(path('talks'), { recursive: true });
    for (const name of ['queues', 'maps']) writeFileSync(path(`talks/${name}.md`), 'Mine\n');
    const before = files();
    const message = '.plenary-index.json does not name it';
    const refused = await exportSite('markdown');
    expect(errorOf(refused)).toMatchObject({
      exitCode: 6,
      message: '2 files would be overwritten; nothing was written',
      details: [
        { file: 'talks/queues.md', message },
        { file: 'talks/maps.md', message },
      ],
      fix: 'rename or remove these files',
    });
    expect(files()).toEqual(before);
    for (const name of ['queues', 'maps']) rmSync(path(`talks/${name}.md`));
    await exported('markdown');
    writeFileSync(path('talks/maps.md'), 'Mine\n');
    expect(errorOf(await exportSite('markdown'))).toMatchObject({
      details: [{ message: 'the line is missing below which your text stays' }],
      fix:
        'write this line directly above your own text, or remove the page to export it again ' +
        `without that text: ${marker.trimEnd()}`,
    });
    expect(read('talks/maps.md')).toBe('Mine\n');
    writeFileSync(path('talks/maps.md'), `${marker}Mine\n`);
    expect((await exported('markdown')).written).toEqual(['talks/maps.md']);
    expect(read('talks/maps.md').endsWith(`${marker}Mine\n`)).toBe(true);
  });

  it.runIf(existsSync('/proc/self'))('where no folder can be created', async () => {
    for (const format of ['json', 'markdown']) {
      const args = ['program', 'export', '/proc/plenary/site', '--format', format];
      const { exitCode, stderr } = await home.run(args);
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringContaining('Error: cannot write /proc/plenary/site'),
      ]);
    }
    const pulled = await home.run(['program', 'pull', '/proc/plenary']);
    expect(pulled.stderr).toContain('Error: cannot write /proc/plenary');
  });

  it('over data files of another program', async () => {
    mkdirSync(path(''), { recursive: true });
    writeFileSync(path('talks.json'), '[]');
    expect(errorOf(await exportSite('json'))).toMatchObject({ details: [{ file: 'talks.json' }] });
    expect(Object.keys(files())).toEqual(['talks.json']);
  });

  it.each(['talks', 'talks/maps.md', '.plenary-index.json'])(
    'through a link at %s',
    async (name) => {
      await exported('markdown');
      rmSync(path(name), { recursive: true });
      symlinkSync(`${home.path}/elsewhere`, path(name));
      const { exitCode, stderr } = await exportSite('markdown');
      expect([exitCode, stderr]).toEqual([
        3,
        expect.stringContaining(`${name} is a symbolic link`),
      ]);
      expect(existsSync(`${home.path}/elsewhere`)).toBe(false);
    },
  );

  it.each([
    ['of another event', { event: 'other' }, 'site has the pages of event \\"other\\"'],
    ['of another format', { format: 'json' }, 'site was exported with --format json'],
    ['with a path as a name', { talks: { x: '../../x' } }, 'is damaged, or not an index of pages'],
    ['with a name twice', { talks: { x: 'a', y: 'a' } }, 'is damaged, or not an index of pages'],
  ])('with an index %s', async (_, change, message) => {
    await exported('markdown');
    const index = JSON.parse(read('.plenary-index.json'));
    writeFileSync(path('.plenary-index.json'), JSON.stringify({ ...index, ...change }));
    const before = files();
    const { exitCode, stderr } = await exportSite('markdown');
    expect(exitCode).not.toBe(0);
    expect(stderr).toContain(message);
    expect(files()).toEqual(before);
  });
});
