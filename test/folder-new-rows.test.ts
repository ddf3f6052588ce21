// New rows of a folder whose run stops before it ends, at a service that shows no submitters: each
// row is the record that was created from it, whatever is edited before the next command.
import { expect, it } from 'vitest';
import { counts } from './support/import-stage.ts';
import { newRowsWith, startNewRows } from './support/new-rows-stage.ts';
import { errorOf } from './support/program.ts';

it('have their ids after a signal, and are not created again under a corrected title', async () => {
  const { apply, edit, filed, applied } = await startNewRows('done and interrupted');
  const stopped = await apply();
  expect(stopped.exitCode, stopped.stderr).toBe(130);
  expect(counts(stopped)).toMatchObject({ created: 1, pending: 1 });
  expect(JSON.parse(stopped.stdout).createdRecords).toMatchObject([{ id: 'rec_2', name: 'Alpha' }]);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Alpha', ' Beta']);
  edit('Alpha', 'Alpha and Omega');
  expect(await applied()).toEqual([
    'rec_1 Types pending',
    'rec_2 Alpha and Omega accepted',
    'rec_3 Beta pending',
  ]);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Alpha and Omega', 'rec_3 Beta']);
});

it('belong to the run that the same command resumes', async () => {
  const { apply, run, talks } = await startNewRows('done and interrupted');
  await apply();
  expect((await apply()).exitCode).toBe(0);
  expect(talks()).toEqual(['rec_1 Types pending', 'rec_2 Alpha accepted', 'rec_3 Beta pending']);
  const { stdout } = await run('runs', 'list', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ state: 'finished', counts: { created: 2 } }]);
});

it('have their ids after an error', async () => {
  const { apply, filed } = await startNewRows('done', 'forbidden');
  expect((await apply()).exitCode).not.toBe(0);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Alpha', ' Beta']);
});

it.each([
  ['refused', { created: 1, failed: 1, unknown: 0 }],
  ['lost', { created: 2, failed: 0, unknown: 0 }],
] as const)('are listed and have their ids if the second request is %s', async (update, count) => {
  const { apply, filed } = await newRowsWith({ creations: [], update });
  const { stdout } = await apply();
  const { counts: counted, createdRecords } = JSON.parse(stdout);
  expect([counted, createdRecords]).toMatchObject([count, [{ id: 'rec_2' }, { id: 'rec_3' }]]);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Alpha', 'rec_3 Beta']);
});

it('have their edits beside a folder that was applied before', async () => {
  const { folder, run, apply, edit, talks } = await startNewRows('done and interrupted');
  const base = `${folder}-applied`;
  expect((await run('program', 'pull', base, '--private-columns')).exitCode).toBe(0);
  await apply('--base', base);
  edit('Beta', 'Gamma');
  const again = await apply('--base', base);
  expect(again.exitCode, again.stderr).toBe(0);
  expect(talks()).toEqual(['rec_1 Types pending', 'rec_2 Alpha accepted', 'rec_3 Gamma pending']);
});

it('lose a value that is removed after it was sent', async () => {
  const { apply, edit, read } = await startNewRows('done and interrupted');
  edit(',Alpha,bo@example.org,', ',Alpha,bo@example.org,Soon');
  await apply();
  edit('Soon', '');
  const again = await apply();
  expect(again.exitCode, again.stderr).toBe(0);
  expect(JSON.parse(again.stdout).counts).toMatchObject({ created: 1, updated: 1 });
  expect(read()).not.toContain('Soon');
});

it('have the addresses that were sent, which no merge takes for edits', async () => {
  const { apply, program, read } = await startNewRows('done and interrupted');
  await apply();
  expect((await program('pull', '--merge')).exitCode).toBe(0);
  expect(read()).toMatch(/^rec_2,Alpha,bo@example\.org,/m);
  const plan = await program('plan', '--create', '--json');
  expect(plan.exitCode, plan.stderr).toBe(0);
  expect(counts(plan)).toMatchObject({ update: 1, create: 1 });
});

it.each(['plan', 'pull --merge'])('get their ids after a kill, by a %s', async (verb) => {
  const { apply, edit, program, filed, applied } = await startNewRows(
    'done',
    'killed without effect',
  );
  await apply();
  expect(filed()).toEqual(['rec_1 Types', ' Alpha', ' Beta']);
  edit('Alpha', 'Alpha and Omega');
  const given = await program(...(verb.split(' ') as [string]));
  expect(given.stderr).toMatch(/The ids of the records that run \S+ created are now in /);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Alpha and Omega', ' Beta']);
  expect(await applied()).toEqual([
    'rec_1 Types pending',
    'rec_2 Alpha and Omega accepted',
    'rec_3 Beta pending',
  ]);
});

it('are refused if they were moved and edited after a kill, until one has the id', async () => {
  const { apply, program, run, folder, edit, move, applied } = await startNewRows(
    'done',
    'killed without effect',
  );
  await apply();
  edit('Alpha', 'Omega');
  move();
  for (const command of [apply, () => program('pull', '--merge', '--json'), apply]) {
    const { exitCode, stderr } = await command();
    expect(exitCode).toBe(6);
    expect(stderr).toContain('no row has the id rec_2 of the submission \\"Alpha\\"');
    expect(stderr).toContain('write each id into the row of its record');
  }
  const warned = await run('sessions', 'apply', '--folder', folder, '--yes');
  expect(warned.exitCode, warned.stderr).toBe(0);
  expect(warned.stderr).toContain(
    'Before new rows are created: write each id into the row of its record',
  );
  const one = ['submissions', 'update', 'rec_1', '--title', 'Kinds', '--folder', folder];
  const updated = await run(...one);
  expect(updated.exitCode, updated.stderr).toBe(0);
  expect(updated.stderr).toContain('The files were not updated: run ');
  edit('\n,Omega', '\nrec_2,Omega');
  expect(await applied()).toEqual([
    'rec_1 Kinds pending',
    'rec_2 Omega accepted',
    'rec_3 Beta pending',
  ]);
});

it('are refused if they were edited after a kill in doubt, until the run is resumed', async () => {
  const { apply, edit, program, run, filed, applied } = await startNewRows('killed');
  await apply();
  edit('Alpha', 'Omega');
  expect((await program('pull', '--merge')).exitCode).toBe(6);
  const refused = await apply();
  expect([refused.exitCode, errorOf(refused).details]).toMatchObject([
    6,
    [
      {
        line: 3,
        message: 'it is unknown whether the submission "Alpha" was created from this line',
      },
    ],
  ]);
  const [resume = ''] = /runs resume [\w-]+/.exec(refused.stderr) ?? [];
  const resumed = await run(...resume.split(' '));
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Omega', 'rec_3 Beta']);
  expect(await applied()).toEqual([
    'rec_1 Types pending',
    'rec_2 Omega accepted',
    'rec_3 Beta pending',
  ]);
});

it('keep a resumed run open that does not find them, until they have their ids', async () => {
  const { apply, edit, move, run, filed, talks } = await startNewRows('killed');
  await apply();
  edit('Alpha', 'Omega');
  move();
  const { stderr } = await apply();
  const [, id = ''] = /runs resume ([\w-]+)/.exec(stderr) ?? [];
  const resumed = await run('runs', 'resume', id);
  expect(resumed.stderr).toContain('no row has the id rec_2 of the submission "Alpha"');
  expect(resumed.stderr).toContain(`Once they have the ids: plenary runs resume ${id}`);
  expect(filed()).toEqual(['rec_1 Types', 'rec_3 Beta', ' Omega']);
  edit('\n,Omega', '\nrec_2,Omega');
  const again = await run('runs', 'resume', id);
  expect([again.exitCode, again.stderr]).toMatchObject([0, expect.not.stringContaining('Once')]);
  expect(filed()).toEqual(['rec_1 Types', 'rec_3 Beta', 'rec_2 Omega']);
  expect((await apply()).exitCode).toBe(0);
  expect(talks()).toEqual(['rec_1 Types pending', 'rec_2 Omega accepted', 'rec_3 Beta pending']);
});

it('get their ids if they are edited while they are created', async () => {
  const { apply, beside, edit, filed, talks } = await startNewRows('done');
  beside(() => edit('Alpha', 'Omega'));
  const { exitCode, stderr } = await apply();
  expect(exitCode, stderr).toBe(0);
  expect(filed()).toEqual(['rec_1 Types', 'rec_2 Omega', 'rec_3 Beta']);
  beside(() => {});
  expect((await apply()).exitCode).toBe(0);
  expect(talks()).toEqual(['rec_1 Types pending', 'rec_2 Omega accepted', 'rec_3 Beta pending']);
});

it('are left alone by a plan beside the run that creates them', async () => {
  const { apply, beside, filed, program } = await startNewRows('done');
  const plans: unknown[] = [];
  beside(async () => {
    if (plans.length > 0) return;
    plans.push('running');
    const { exitCode, stderr } = await program('plan', '--create', '--json');
    plans.push(exitCode, stderr, ...filed());
  });
  const { exitCode, stderr } = await apply();
  expect(exitCode, stderr).toBe(0);
  expect(plans).toEqual([
    'running',
    0,
    expect.not.stringContaining('created'),
    'rec_1 Types',
    ' Alpha',
    ' Beta',
  ]);
});

it('are refused if they were edited, and their lines of the journal are damaged', async () => {
  const { apply, damage, edit } = await startNewRows('done', 'killed without effect');
  await apply();
  edit('Alpha', 'Omega');
  damage('journal.ndjson', (text) => text.replaceAll(/^.*(\[\[1,1\]\]|"row":1,).*$/gm, '{}'));
  const { exitCode, stderr } = await apply();
  expect(exitCode).toBe(6);
  expect(stderr).toContain('it is unknown whether the submission \\"Alpha\\" was created');
});

it('have a warning if the saved rows of their run are damaged', async () => {
  const { apply, damage, program } = await startNewRows('done', 'killed without effect');
  await apply();
  const id = damage('rows.ndjson', (text) => text.replace('Beta', 'Gamma'));
  const { exitCode, stderr } = await program('plan', '--create', '--json');
  expect(exitCode, stderr).toBe(0);
  expect(stderr).toContain(`Warning: it is unknown which records run ${id} has created: the saved`);
});
