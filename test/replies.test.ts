// What speakers reply to an invitation: headers and words that become statuses, and words that do
// not.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from './support/program.ts';
import { folderForEach, serviceForEach } from './support/stage.ts';

const service = serviceForEach();
const folder = folderForEach();

beforeEach(async () => {
  const names = ['ada', 'bo', 'cy'];
  for (const name of names)
    await speakers('add', '--email', `${name}@example.org`, '--first-name', name);
});

function speakers(...args: readonly string[]) {
  return service.plenary(['speakers', ...args], { cwd: folder.path });
}

function write(name: string, ...lines: readonly string[]): string {
  writeFileSync(folder.file(name), `${lines.join('\n')}\n`);
  return name;
}

/** The status of each speaker, by the name before `@`. */
async function statuses(): Promise<Readonly<Record<string, string | null>>> {
  const { stdout } = await speakers('list', '--json');
  const records: readonly { email: string; speaker_status: string | null }[] = JSON.parse(stdout);
  return Object.fromEntries(records.map((each) => [each.email.split('@')[0], each.speaker_status]));
}

describe('a file of replies', () => {
  it.each([
    ['RSVP', 'yes', 'no', 'Invited'],
    ['Zusage', 'Ja', 'Nein!', 'eingeladen'],
    ['Antwort', 'zugesagt', 'abgesagt', 'eingeladen'],
    ['Confirmé ?', 'oui', 'non', 'invitée'],
    ['Status', 'confirmed', 'declined', 'invited'],
    ['出欠', '出席', '欠席', '招待済み'],
  ])('with the header %s is applied', async (header, yes, no, open) => {
    const rows = [`ada@example.org,${yes}`, `Bo@Example.org,${no}`, `cy@example.org,${open}`];
    const file = write('replies.csv', `E-Mail,${header}`, ...rows);
    expect(await speakers('apply', file, '--yes')).toMatchObject({ exitCode: 0 });
    expect(await statuses()).toEqual({ ada: 'confirmed', bo: 'declined', cy: 'invited' });
    const { stdout } = await speakers('plan', file, '--json', '--detailed-exitcode');
    expect(JSON.parse(stdout).counts).toMatchObject({ rows: 3, update: 0, unchanged: 3 });
  });

  it.each(['Declined', 'Absage?', 'Cancelled', 'No show', 'Ne participe pas'])(
    'may have marks for those who do not come alone: %s',
    async (header) => {
      const rows = ['ada@example.org,yes', 'bo@example.org,no', 'cy@example.org,'];
      const file = write('replies.csv', `Email,${header}`, ...rows);
      expect((await speakers('apply', file, '--yes')).exitCode).toBe(0);
      expect(await statuses()).toEqual({ ada: 'declined', bo: null, cy: null });
      const added = write('people.csv', `Name,Email,${header}`, 'Di Doe,di@example.org,x');
      expect((await speakers('import', added)).exitCode).toBe(0);
      expect(await statuses()).toMatchObject({ di: 'declined' });
    },
  );

  it('has marks for those who cancel after their reply, and refuses other words', async () => {
    const rows = ['ada@example.org,yes,yes', 'bo@example.org,yes,'];
    const file = write('replies.csv', 'Email,Confirmed,Cancelled', ...rows);
    expect((await speakers('apply', file, '--yes')).exitCode).toBe(0);
    expect(await statuses()).toEqual({ ada: 'declined', bo: 'confirmed', cy: null });
    const odd = write('odd.csv', 'Email,Declined', 'cy@example.org,perhaps');
    const { exitCode, stderr } = await speakers('apply', odd, '--yes');
    const fault = 'odd.csv:2 column "Declined": "perhaps": expected yes or no';
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining(fault)]);
  });

  it.each([
    ['Talk', 'Tides'],
    ['Accepted', '1'],
  ])(
    'says how a mark is read beside a column of talks, as it may be theirs: %s',
    async (of, cell) => {
      const file = write('talks.csv', `Email,${of},Cancelled`, `ada@example.org,${cell},1`);
      expect((await speakers('apply', file, '--yes')).exitCode).toBe(3);
      expect(await statuses()).toMatchObject({ ada: null });
      const { stderr } = await speakers('import', file);
      expect(stderr).toContain('"Cancelled" is not used: beside the other columns, it may not be');
      expect(stderr).toContain('if it is, pass --map "Cancelled=called_off"');
      const given = ['--map', 'Cancelled=called_off'];
      expect((await speakers('apply', file, '--yes', ...given)).exitCode).toBe(0);
      expect(await statuses()).toMatchObject({ ada: 'declined' });
    },
  );

  it.each(['Confirmed?,Declined?', 'Confirmed,Declined', 'Zusage?,Absage?'])(
    'is refused with a column for each reply, and names the one that is read: %s',
    async (headers) => {
      const rows = ['ada@example.org,yes,', 'bo@example.org,,yes'];
      const { exitCode, stderr } = await speakers(
        'plan',
        write('r.csv', `Email,${headers}`, ...rows),
      );
      expect([exitCode, stderr]).toEqual([3, expect.stringContaining('write one column "Reply"')]);
      const [yes, no] = headers.replaceAll('?', '').split(',');
      const file = write('r.csv', 'Email,Reply', `ada@example.org,${yes}`, `bo@example.org,${no}`);
      expect((await speakers('apply', file, '--yes')).exitCode).toBe(0);
      expect(await statuses()).toMatchObject({ ada: 'confirmed', bo: 'declined' });
    },
  );

  it('is refused for words that may mean anything, with lines and flags', async () => {
    const rows = ['ada@example.org,jein', 'bo@example.org,accepted', 'cy@example.org,'];
    const file = write('replies.csv', 'Email,Reply', ...rows);
    const { exitCode, stderr } = await speakers('apply', file, '--yes', '--json');
    expect(exitCode).toBe(3);
    const { message, details, fix } = errorOf({ stderr });
    expect(message).toBe('2 of 3 rows cannot be applied; nothing was sent');
    expect(details).toMatchObject([
      { line: 2, column: 'Reply', field: 'speaker_status', value: 'jein', code: 'unknown_status' },
      { line: 3, column: 'Reply', message: '"accepted" is not a known status' },
    ]);
    expect(fix).toBe(
      [
        'fix the rows, or pass --allow-partial to apply the others; ' +
          'specify what these words mean: ',
        '"jein" (1), "accepted" (1), with --status-map "jein=STATUS" --status-map ' +
          '"accepted=STATUS", ',
        'where STATUS is one of invited, confirmed, declined, or a new one with --allow-new-value',
      ].join(''),
    );
    const words = ['--status-map', 'jein=invited', '--status-map', 'Accepted=confirmed'];
    expect((await speakers('apply', file, '--yes', ...words)).exitCode).toBe(0);
    expect(await statuses()).toEqual({ ada: 'invited', bo: 'confirmed', cy: null });
  });

  it('sends a status that nobody has only if it is meant', async () => {
    const file = write('replies.csv', 'Email,Reply', 'ada@example.org,jein');
    const words = ['--status-map', 'jein=confirmd'];
    const refused = await speakers('plan', file, ...words);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('no speaker has the status "confirmd"; did you mean confirmed?'),
    ]);
    expect((await speakers('plan', file, ...words, '--allow-new-value')).exitCode).toBe(0);
  });
});

describe('an import of speakers', () => {
  it('creates nobody while a status is unknown, and reads words as an apply does', async () => {
    const rows = ['di@example.org,Ja', 'ed@example.org,jein', 'ada@example.org,jein'];
    const file = write('people.csv', 'Email,Antwort', ...rows);
    const { exitCode, stderr } = await speakers('import', file, '--yes', '--json');
    expect(exitCode).toBe(3);
    const { details, fix } = errorOf({ stderr });
    expect(details).toMatchObject([
      { line: 3, column: 'Antwort', message: '"jein" is not a known status' },
    ]);
    expect(fix).toContain('with --status-map "jein=STATUS"');
    expect(fix).toContain('; --map "Antwort=" imports without statuses');
    expect(Object.keys(await statuses())).toEqual(['ada', 'bo', 'cy']);

    const rejects = ['--skip-invalid', '--rejects', 'rejects.csv'];
    expect((await speakers('import', file, '--yes', ...rejects)).exitCode).toBe(9);
    expect(readFileSync(folder.file('rejects.csv'), 'utf8')).toContain('\ned@example.org,jein,');
    expect((await speakers('import', 'rejects.csv', '--yes')).exitCode).toBe(3);
    const words = ['--status-map', 'jein=invited'];
    expect((await speakers('import', 'rejects.csv', '--yes', ...words)).exitCode).toBe(0);
    expect(await statuses()).toMatchObject({ ada: null, di: 'confirmed', ed: 'invited' });
  });

  it('needs --allow-new-value for a status of the user, and --map to import without', async () => {
    const file = write('people.csv', 'Email,Status', 'di@example.org,speaking');
    const words = ['--status-map', 'speaking=keynote'];
    const refused = await speakers('import', file, '--dry-run', ...words);
    expect(refused.stderr).toContain('no speaker has the status "keynote"');
    const counts = async (...flags: readonly string[]) =>
      JSON.parse((await speakers('import', file, '--dry-run', '--json', ...flags)).stdout).counts;
    expect(await counts(...words)).toMatchObject({ create: 0, rejected: 1 });
    expect(await counts(...words, '--allow-new-value')).toMatchObject({ create: 1, rejected: 0 });
    expect(await counts('--map', 'Status=')).toMatchObject({ create: 1, rejected: 0 });
  });

  it('reads two words of one status as the same reply of a person', async () => {
    const file = write('people.csv', 'Email,Reply', 'di@example.org,yes', 'DI@example.org,Zusage');
    const { stdout } = await speakers('import', file, '--dry-run', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { create: 1, skipped: 1 },
      warnings: [{ code: 'no_name' }],
    });
  });

  it('takes no status from a file of talks, where it is that of the talk', async () => {
    const columns = 'name,email,talk_format,title,abstract,description,state,confirmed';
    const file = write('papercall.csv', columns, 'Di,di@example.org,Talk,Q,A,D,rejected,false');
    const { stdout } = await speakers('import', file, '--dry-run', '--json');
    const [change] = JSON.parse(stdout).changes;
    expect(Object.keys(change.fields)).toEqual(['email', 'first_name']);
  });
});
