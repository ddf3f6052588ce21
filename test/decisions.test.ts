// The decision round: a committee's sheet of decisions in words becomes statuses and feedback, planned, saved and applied.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decisionStage } from './support/decision-stage.ts';

const { service, folder, write, statuses } = decisionStage();

describe('a sheet of decisions', () => {
  it('becomes statuses', async () => {
    const file = write(
      'decisions.csv',
      'Talk title,Decision,Reviewer',
      'Queues all the way down,Accept,Bo',
      'zero lost cents,angenommen,Bo',
      'A tale of two clocks,✗,Cy',
    );
    const plan = await service.plenary(['submissions', 'plan', file, '--json']);
    expect(plan.exitCode).toBe(0);
    const { counts, changes } = JSON.parse(plan.stdout);
    expect(counts).toMatchObject({ rows: 3, update: 3, create: 0, unknown: 0 });
    expect(changes[1]).toMatchObject({
      action: 'update',
      name: 'Zero lost cents',
      line: 3,
      fields: { status: { from: 'pending', to: 'accepted' } },
    });
    expect(await statuses()).toContain('Zero lost cents: pending');

    const applied = await service.plenary(['submissions', 'apply', file, '--yes', '--json']);
    expect(JSON.parse(applied.stdout).counts).toMatchObject({ rows: 3, updated: 3 });
    expect(await statuses()).toEqual([
      'Queues all the way down: accepted',
      'Zero lost cents: accepted',
      'A tale of two clocks: declined',
      'Maps without borders: pending',
    ]);
    const again = await service.plenary(['submissions', 'apply', file, '--yes', '--json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ updated: 0, unchanged: 3 });
  });

  it('is read as committees write it', async () => {
    const rows: readonly (readonly [header: string, ...rows: readonly string[]])[] = [
      ['Paper;Authors;Score;Final decision', 'Zero lost cents;Ann Smith, Bo Li;4,5;ACCEPT'],
      ['Nr.;Vortragstitel;Referent;Bewertung;Ergebnis', '1;Zero lost cents;M. Paul Petit;4,5;Angenommen'],
      ['Titre;Intervenant;Note;Résultat', 'Zero lost cents;Ann;12;retenue'],
      ['Title;Accept?', 'Zero lost cents;👍🏽'],
    ];
    for (const lines of rows) {
      const plan = await service.plenary(['submissions', 'plan', write('sheet.csv', ...lines), '--json']);
      expect({ exitCode: plan.exitCode, stderr: plan.stderr }, lines[0]).toMatchObject({ exitCode: 0 });
      const { changes } = JSON.parse(plan.stdout);
      expect(changes, lines[0]).toMatchObject([{ fields: { status: { from: 'pending', to: 'accepted' } } }]);
    }
  });

  it('is refused if nothing in it is a decision, with its columns', async () => {
    const file = write('sheet.csv', 'Title,PC', 'Zero lost cents,accept', 'A tale of two clocks,no', 'Maps,reject');
    const { exitCode, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('has no column that changes submissions');
    expect(stderr).toContain('Fix: map a column with --map "COLUMN=status"; the columns of the file are: Title, PC\n');
  });

  it('is refused whole, with every fault, if words are unknown, titles match nothing or tracks differ', async () => {
    const file = write(
      'decisions.csv',
      'Title,Decision,Track',
      'Queues all the way down,Maybe,web',
      'Zero lost cent,yes,data',
      'A tale of two clocks,no,data',
      'Maps without borders,maybe,data',
    );
    const { exitCode, stdout, stderr } = await service.plenary(['submissions', 'apply', file, '--yes']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' });
    expect(stderr).toContain('decisions.csv:2 column "Decision": "Maybe" is not a known status');
    expect(stderr).toMatch(
      /decisions\.csv:3 column "Title": no submission matches "Zero lost cent"; similar: "Zero lost cents" \(sub_\w+\)/,
    );
    expect(stderr).toContain('decisions.csv:4 column "Track": the API cannot change it from "web" to "data"');
    expect(stderr).toContain('"Maybe" (2), with --status-map "Maybe=STATUS"');
    expect(new Set(await statuses())).toContain('A tale of two clocks: pending');

    const mapped = ['--status-map', 'Maybe=accept_queue', '--map', 'Track=', '--allow-partial'];
    const partly = await service.plenary(['submissions', 'apply', file, '--yes', ...mapped]);
    expect(partly.exitCode).toBe(9);
    expect(await statuses()).toEqual([
      'Queues all the way down: accept_queue',
      'Zero lost cents: pending',
      'A tale of two clocks: declined',
      'Maps without borders: accept_queue',
    ]);
  });

  it('is applied from its reject file once the rows are fixed, and from its results by id', async () => {
    const rejects = folder.file('rejects.csv');
    const results = folder.file('results.csv');
    const file = write(
      'decisions.csv',
      'Talk,Decision',
      'Zero lost cent,yes',
      'A tale of too clocks,yes',
      'Maps without borders,no',
    );
    const flags = ['--yes', '--allow-partial', '--status-map', 'Maybe=accept_queue'];
    const first = await service.plenary([
      'submissions',
      'apply',
      file,
      ...flags,
      '--rejects',
      rejects,
      '--results',
      results,
    ]);
    expect(first.exitCode).toBe(9);
    expect(first.stderr).toContain(`Next: plenary submissions apply ${rejects} --status-map 'Maybe=accept_queue'\n`);
    expect(first.stderr).toContain('2 of 3 rows were not applied');

    const fixed = readFileSync(rejects, 'utf8')
      .replace('lost cent,', 'lost cents,')
      .replace('too clocks', 'two clocks');
    writeFileSync(rejects, fixed);
    const again = await service.plenary(['submissions', 'apply', rejects, '--yes', '--json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ rows: 2, updated: 2 });

    writeFileSync(results, readFileSync(results, 'utf8').replace('Maps without borders,no', 'Renamed,yes'));
    const byId = await service.plenary(['submissions', 'apply', results, '--yes', '--allow-partial', '--json']);
    expect(JSON.parse(byId.stdout).counts).toMatchObject({ updated: 1 });
    expect(await statuses()).toContain('Renamed: accepted');
  });

  it('with faults is not saved as a plan without --allow-partial, which its apply needs as well', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'No such talk,accepted');
    const plan = folder.file('plan.json');
    const unsaved = await service.plenary(['submissions', 'plan', file, '--out', plan]);
    expect([unsaved.exitCode, existsSync(plan)]).toEqual([3, false]);
    expect(unsaved.stderr).toContain('plan.json was not written, because the plan cannot be applied.\n');
    const partial = ['submissions', 'plan', file, '--out', plan, '--allow-partial'];
    expect((await service.plenary(partial)).exitCode).toBe(0);
    const refused = await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(refused.exitCode).toBe(3);
    expect(refused.stderr).toContain('plan.json has rows that cannot be applied');
    expect(await statuses()).toContain('Zero lost cents: pending');
    await service.plenary(['submissions', 'apply', plan, '--yes', '--allow-partial']);
    expect(await statuses()).toContain('Zero lost cents: accepted');
  });

  it('is saved as a plan, which is refused after a change by somebody else', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'A tale of two clocks,accepted');
    const plan = folder.file('plan.json');
    await service.plenary(['submissions', 'plan', file, '--out', plan]);
    expect(JSON.parse(readFileSync(plan, 'utf8')).changes).toHaveLength(2);
    const other = write('other.csv', 'Title,Status', 'Zero lost cents,withdrawn');
    await service.plenary(['submissions', 'apply', other, '--yes']);

    const stale = await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(stale.exitCode).toBe(6);
    expect(stale.stderr).toContain('it was "pending", the file has "accepted", the service "withdrawn"');
    expect(await statuses()).toContain('A tale of two clocks: pending');

    const partly = await service.plenary(['submissions', 'apply', plan, '--yes', '--allow-partial']);
    expect(partly.exitCode).toBe(9);
    expect(await statuses()).toEqual(
      expect.arrayContaining(['A tale of two clocks: accepted', 'Zero lost cents: withdrawn']),
    );
  });

  it('is stopped by the limit on changes before anything is sent', async () => {
    const file = write('decisions.csv', 'Title,Status', 'Zero lost cents,accepted', 'A tale of two clocks,accepted');
    const { exitCode, stderr } = await service.plenary([
      'submissions',
      'apply',
      file,
      '--yes',
      '--json',
      '--max-changes',
      '30%',
    ]);
    expect(exitCode).toBe(6);
    expect(JSON.parse(stderr.slice(stderr.indexOf('{'))).error.code).toBe('too_many_changes');
    expect(new Set((await statuses()).map((text) => text.split(': ')[1]))).toEqual(new Set(['pending']));
  });

  it('shows no private values in Markdown, and saves them for the owner alone', async () => {
    const file = write('decisions.csv', 'Title,Status,Feedback', 'Zero lost cents,yes,Between us');
    const plan = folder.file('private.json');
    // An earlier file that everybody may read is narrowed.
    writeFileSync(plan, '{}', { mode: 0o644 });
    const { stdout, stderr } = await service.plenary([
      ...['submissions', 'plan', file, '--summary', 'markdown', '--out', plan],
    ]);
    expect(stdout).toContain('Zero lost cents');
    expect(stdout).not.toContain('Between us');
    expect(stderr).toMatch(/Feedback +feedback +…$/m);
    expect(stderr).not.toContain('Between us');
    expect(readFileSync(plan, 'utf8')).toContain('Between us');
    if (process.platform !== 'win32') expect(statSync(plan).mode & 0o777).toBe(0o600);

    const table = await service.plenary(['submissions', 'plan', file]);
    expect(table.stdout).toContain('status "pending" → "accepted"; feedback (none) → "…"');
    const other = write('other.csv', 'Title,Feedback', 'Zero lost cents,Another secret');
    await service.plenary(['submissions', 'apply', other, '--yes']);
    const stale = await service.plenary(['submissions', 'apply', plan, '--yes']);
    expect(stale.exitCode).toBe(6);
    expect(stale.stderr).toMatch(/decisions\.csv:2 .*changed in the file and in the service/);
    expect(stale.stdout + stale.stderr).not.toMatch(/Between us|Another secret/);
  });
});
