// Two talks that exchange their places, against the real service.
import { expect, it } from 'vitest';
import { header, scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();

it('exchanges the places of two talks in one run that can be undone', async () => {
  const { run, placed } = await stage('Keynote', 'Queues');
  const rows = ['Keynote,Hall,2026-05-02 09:00,60,', 'Queues,Lab,2026-05-02 11:00,,'];
  await run('sessions', 'apply', file('two.csv', header, ...rows));
  const before = await placed();
  expect((await run('sessions', 'swap', 'Keynote', 'Nobody')).exitCode).toBe(5);
  const { stderr } = await run('sessions', 'swap', 'Keynote', 'queues');
  expect(stderr).toMatch(
    /Warning: until the second request is done, both talks are in Lab at 2026-05-02 11:00\..*To undo: /s,
  );
  expect(await placed()).toEqual([
    expect.stringMatching(/^Keynote.*Lab.*11:00/),
    expect.stringMatching(/Hall.*09:00/),
  ]);
  await run('runs', 'undo', /runs undo (\S+)/.exec(stderr)?.[1] ?? '');
  expect(await placed()).toEqual(before);
  const named = ['--submitter-first-name', 'Ida', '--submitter-last-name', 'Moen'];
  const other = ['--title', 'QUEUES', '--submitter-email', 'other@example.org', ...named, '--json'];
  const { id } = JSON.parse((await run('submissions', 'add', ...other)).stdout);
  const place = ['--room', 'Loft', '--start', '2026-05-02T12:00:00Z'];
  expect((await run('sessions', 'place', id, ...place)).exitCode).toBe(0);
  const ambiguous = await run('sessions', 'swap', 'Keynote', 'Queues');
  expect(ambiguous.exitCode).toBe(2);
  expect(ambiguous.stderr).toContain(`"Queues" is the title of 2 placed talks`);
  expect(ambiguous.stderr).toContain(`${id} (Ida Moen): Loft at 2026-05-02T12:00:00+00:00`);
});
