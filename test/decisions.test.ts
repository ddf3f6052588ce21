// The decision round: a committee's sheet of decisions in words becomes statuses and feedback,
// planned, saved and applied.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { submissions, folder, write, statuses } = decisionStage();

describe('a sheet of decisions', () => {
  it('becomes statuses', async () => {
    const file = write(
      'decisions.csv',
      'Talk title,Decision,Reviewer',
      'Queues all the way down,Accept,Bo',
      'zero lost cents,angenommen,Bo',
      'A tale of two clocks,✗,Cy',
    );
    const applied = await submissions('apply', file, '--yes', '--json');
    expect(JSON.parse(applied.stdout).counts).toMatchObject({ rows: 3, updated: 3 });
    expect(await statuses()).toEqual([
      'Queues all the way down: accepted',
      'Zero lost cents: accepted',
      'A tale of two clocks: declined',
      'Maps without borders: pending',
    ]);
    const again = await submissions('apply', file, '--yes', '--json');
    expect(JSON.parse(again.stdout).counts).toMatchObject({ updated: 0, unchanged: 3 });
  });

  it('is refused if nothing in it is a decision', async () => {
    const file = write(
      'sheet.csv',
      'Title,PC',
      'Zero lost cents,accept',
      'A tale of two clocks,no',
      'Maps,reject',
    );
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining('has no column that changes submissions'),
    ]);
  });

  it('is refused whole if words or titles are unknown or tracks differ, or in part', async () => {
    const file = write(
      'decisions.csv',
      'Title,Decision,Track',
      'Queues all the way down,Maybe,web',
      'Zero lost cent,yes,data',
      'A tale of two clocks,no,data',
      'Maps without borders,maybe,data',
    );
    const { exitCode, stdout } = await submissions('apply', file, '--yes');
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(await statuses()).toContain('A tale of two clocks: pending');

    const mapped = ['--status-map', 'Maybe=accept_queue', '--map', 'Track=', '--allow-partial'];
    const partly = await submissions('apply', file, '--yes', ...mapped);
    expect(partly.exitCode).toBe(9);
    expect(await statuses()).toEqual([
      'Queues all the way down: accept_queue',
      'Zero lost cents: pending',
      'A tale of two clocks: declined',
      'Maps without borders: accept_queue',
    ]);
  });

  it('is applied from its fixed reject file, and from its results by id', async () => {
    const rejects = folder.file('rejects.csv');
    const results = folder.file('results.csv');
    const rows = ['Zero lost cent,yes', 'A tale of too clocks,yes', 'Maps without borders,no'];
    const file = write('decisions.csv', 'Talk,Decision', ...rows);
    const flags = ['--yes', '--allow-partial', '--status-map', 'Maybe=accept_queue'];
    const first = await submissions(
      'apply',
      file,
      ...flags,
      '--rejects',
      rejects,
      '--results',
      results,
    );
    expect(first.exitCode).toBe(9);
    expect(first.stderr).toContain(
      `Next: plenary submissions apply ${rejects} --status-map 'Maybe=accept_queue'\n`,
    );
    expect(first.stderr).toContain('2 of 3 rows were not applied');

    const fixed = readFileSync(rejects, 'utf8')
      .replace('lost cent,', 'lost cents,')
      .replace('too clocks', 'two clocks');
    writeFileSync(rejects, fixed);
    const again = await submissions('apply', rejects, '--yes', '--json');
    expect(JSON.parse(again.stdout).counts).toMatchObject({ rows: 2, updated: 2 });

    writeFileSync(
      results,
      readFileSync(results, 'utf8').replace('Maps without borders,no', 'Renamed,yes'),
    );
    const byId = await submissions('apply', results, '--yes', '--allow-partial', '--json');
    expect(JSON.parse(byId.stdout).counts).toMatchObject({ updated: 1 });
    expect(await statuses()).toContain('Renamed: accepted');
  });

  it('with faults is saved as a plan, and applied, only with --allow-partial', async () => {
    const file = write(
      'decisions.csv',
      'Title,Status',
      'Zero lost cents,accepted',
      'No such talk,accepted',
    );
    const plan = folder.file('plan.json');
    const unsaved = await submissions('plan', file, '--out', plan);
    expect([unsaved.exitCode, existsSync(plan)]).toEqual([3, false]);
    expect(unsaved.stderr).toContain(
      'plan.json was not written, because the plan cannot be applied.\n',
    );
    const partial = ['plan', file, '--out', plan, '--allow-partial'];
    expect((await submissions(...partial)).exitCode).toBe(0);
    const refused = await submissions('apply', plan, '--yes');
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('plan.json has rows that cannot be applied');
    expect(await statuses()).toContain('Zero lost cents: pending');
    await submissions('apply', plan, '--yes', '--allow-partial');
    expect(await statuses()).toContain('Zero lost cents: accepted');
  });

  it('shows no private values in Markdown, and saves them for the owner alone', async () => {
    const file = write('decisions.csv', 'Title,Status,Feedback', 'Zero lost cents,yes,Between us');
    const plan = folder.file('private.json');
    // An earlier file that everybody may read is narrowed.
    writeFileSync(plan, '{}', { mode: 0o644 });
    const { stdout, stderr } = await submissions(
      'plan',
      file,
      '--summary',
      'markdown',
      '--out',
      plan,
    );
    expect(stdout).toContain('Zero lost cents');
    expect(stdout).not.toContain('Between us');
    expect(stderr).toMatch(/Feedback +feedback +…$/m);
    expect(stderr).not.toContain('Between us');
    expect(readFileSync(plan, 'utf8')).toContain('Between us');
    if (process.platform !== 'win32') expect(statSync(plan).mode & 0o777).toBe(0o600);

    const table = await submissions('plan', file);
    expect(table.stdout).toContain('status "pending" → "accepted"; feedback (none) → "…"');
    const other = write('other.csv', 'Title,Feedback', 'Zero lost cents,Another secret');
    await submissions('apply', other, '--yes');
    const stale = await submissions('apply', plan, '--yes');
    expect(stale.exitCode).toBe(6);
    expect(stale.stderr).toMatch(/decisions\.csv:2 .*changed in the file and in the service/);
    expect(stale.stdout + stale.stderr).not.toMatch(/Between us|Another secret/);
  });
});

describe('a column of marks for talks that were withdrawn', () => {
  it.each(['Withdrawn', 'Withdrawn?', 'Cancelled', 'Zurückgezogen'])(
    'overrides decisions: %s',
    async (header) => {
      const file = write(
        'decisions.csv',
        `Title,${header},Decision`,
        'Queues all the way down,yes,accept',
        'Zero lost cents,,accept',
        'A tale of two clocks,x,reject',
        'Maps without borders,no,reject',
      );
      expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
      expect(await statuses()).toEqual([
        'Queues all the way down: withdrawn',
        'Zero lost cents: accepted',
        'A tale of two clocks: withdrawn',
        'Maps without borders: declined',
      ]);
    },
  );

  it('is enough, and clears no status if it is empty', async () => {
    const file = write(
      'withdrawn.csv',
      'Title,Retracted',
      'Zero lost cents,Y',
      'A tale of two clocks,',
    );
    const args = ['apply', file, '--yes', '--empty', 'clear', '--json'];
    const { counts } = JSON.parse((await submissions(...args)).stdout);
    expect(counts).toMatchObject({ updated: 1, unchanged: 1 });
    expect(await statuses()).toContain('Zero lost cents: withdrawn');
  });

  it.each(['Withdrawn by author', 'Talk withdrawn (y/n)', 'Is withdrawn', 'No show?'])(
    'may have a longer header: %s',
    async (header) => {
      const rows = ['Zero lost cents,accept,yes', 'A tale of two clocks,accept,no'];
      const file = write('decisions.csv', `Title,Decision,${header}`, ...rows);
      expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
      expect((await statuses()).slice(1, 3)).toEqual([
        'Zero lost cents: withdrawn',
        'A tale of two clocks: accepted',
      ]);
    },
  );

  it('may have the date of the withdrawal, also beside a column of marks', async () => {
    const dates = write(
      'decisions.csv',
      'Title,Decision,Withdrawn on',
      'Zero lost cents,accept,3 May',
    );
    expect((await submissions('apply', dates, '--yes')).exitCode).toBe(0);
    const both = write(
      'decisions.csv',
      'Title,Decision,Withdrawn on,Withdrawn',
      'A tale of two clocks,accept,,yes',
    );
    expect((await submissions('apply', both, '--yes')).exitCode).toBe(0);
    const withdrawn = ['Zero lost cents: withdrawn', 'A tale of two clocks: withdrawn'];
    expect(await statuses()).toEqual(expect.arrayContaining(withdrawn));
  });

  it('has no other words, and the fault of a decision names the column of decisions', async () => {
    const rows = ['Zero lost cents,perhaps,accept', 'A tale of two clocks,no,perhaps'];
    const file = write('decisions.csv', 'Title,Withdrawn,Decision', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect(exitCode).toBe(3);
    expect(stderr).toContain('decisions.csv:2 column "Withdrawn": "perhaps": expected yes or no');
    expect(stderr).toContain('decisions.csv:3 column "Decision": "perhaps" is not a known status');
  });

  it('is a contradiction in one of two rows of a talk', async () => {
    const rows = ['Zero lost cents,accept,yes', 'Zero lost cents,accept,'];
    const file = write('decisions.csv', 'Title,Decision,Withdrawn', ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    const fault = '"yes", but line 3 is for the same record and has "accepted"';
    expect([exitCode, stderr]).toEqual([
      3,
      expect.stringContaining(`:2 column "Withdrawn": ${fault}`),
    ]);
  });
});

describe('two columns of decisions', () => {
  const others = [
    'Decision of the chair',
    'Final decision',
    'Preliminary decision',
    'Reviewer decision',
    'Decision (preliminary)',
  ];

  it.each(others)('are refused if they differ, with the --map of each: %s', async (other) => {
    const rows = ['Zero lost cents,accept,reject', 'A tale of two clocks,no,declined'];
    const file = write('decisions.csv', `Title,Decision,${other}`, ...rows);
    const { exitCode, stderr } = await submissions('apply', file, '--yes');
    expect(exitCode).toBe(3);
    expect(stderr).toContain(`has several columns for status: "Decision" and "${other}"`);
    expect(stderr).toContain(`--map "Decision=status" or --map "${other}=status"`);
    expect((await submissions('apply', file, '--yes', '--map', `${other}=status`)).exitCode).toBe(
      0,
    );
    expect((await statuses()).slice(1, 3)).toEqual([
      'Zero lost cents: declined',
      'A tale of two clocks: declined',
    ]);
    const left = await submissions('plan', file, '--map', `${other}=`);
    expect(left.stdout).toContain('status "declined" → "accepted"');
  });

  it.each(others)('are one if all cells of a row mean the same: %s', async (other) => {
    const rows = [
      'Zero lost cents,accept,Accepted',
      'A tale of two clocks,no,declined',
      'Maps without borders,,',
    ];
    const file = write('decisions.csv', `Title,${other},Decision`, ...rows);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect((await statuses()).slice(1, 3)).toEqual([
      'Zero lost cents: accepted',
      'A tale of two clocks: declined',
    ]);
  });

  it('are refused for what differs far below, and for one name', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `Talk ${at},accept,`);
    const file = write(
      'decisions.csv',
      'Title,Decision,Chair decision',
      ...rows,
      'Zero lost cents,accept,reject',
    );
    const differing = await submissions('apply', file, '--yes');
    expect([differing.exitCode, differing.stderr]).toEqual([
      3,
      expect.stringContaining('several columns for status'),
    ]);
    const repeated = write(
      'repeated.csv',
      'Title,Decision,Decision',
      'Zero lost cents,accept,reject',
    );
    const { stderr } = await submissions('apply', repeated, '--yes');
    expect(stderr).toContain('has two columns with the same name');
  });

  it('are refused if one is empty where the other decides', async () => {
    const rows = ['Zero lost cents,accept,accept', 'A tale of two clocks,,reject'];
    const file = write('decisions.csv', 'Title,Decision,Final decision', ...rows);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(3);
  });

  it.each([
    ['Decision date', '2027-05-01'],
    ['Notes on the decision', 'a good one'],
    ['Accepted the code of conduct', 'no'],
    ['Reviewer', 'accept'],
  ])('are not a column of decisions and another one: %s', async (other, cell) => {
    const file = write('decisions.csv', `Title,Decision,${other}`, `Zero lost cents,yes,${cell}`);
    expect((await submissions('apply', file, '--yes')).exitCode).toBe(0);
    expect(await statuses()).toContain('Zero lost cents: accepted');
  });
});
