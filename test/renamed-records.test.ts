// An import of a file again whose records have another title or address by now.
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { programStage } from './support/program-stage.ts';

const { plenary, folder, list } = programStage();

it('leaves a record alone that this computer has created under another title', async () => {
  const file = folder.file('talks.csv');
  writeFileSync(file, 'title,submitter_email\nQueues,ada@example.org\nTypes,bo@example.org\n');
  const importAgain = () => plenary('submissions', 'import', file, '--yes');
  const first = await importAgain();
  const [, run = ''] = /runs undo (\S+)/.exec(first.stderr) ?? [];
  const [queues] = (await list('submissions')).filter(({ title }) => title === 'Queues');
  await plenary('submissions', 'update', String(queues?.id), '--title', 'Queues and stacks');
  const again = await importAgain();
  expect(again.exitCode).toBe(0);
  expect(again.stderr).toMatch(
    /Run \S+ created line 2: its record has another title or address by now, and is left alone\./,
  );
  expect(again.stderr).toContain(run);
  expect(again.stderr).not.toContain('delete');
  expect(await list('submissions')).toHaveLength(2);
});
