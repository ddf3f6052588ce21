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
  expect(stderr).toMatch(/Warning: until the second request is done, both talks are in Lab at .*To undo: /s);
  expect(await placed()).toEqual([expect.stringMatching(/^Keynote.*Lab.*11:00/), expect.stringMatching(/Hall.*09:00/)]);
  await run('runs', 'undo', /runs undo (\S+)/.exec(stderr)?.[1] ?? '');
  await run('submissions', 'add', '--title', 'QUEUES', '--submitter-email', 'other@example.org');
  expect((await run('sessions', 'swap', 'Keynote', 'Queues')).stderr).toContain('the title of several talks');
  expect(await placed()).toEqual(before);
});
