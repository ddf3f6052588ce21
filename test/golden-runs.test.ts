// What runs print that a signal has stopped, in full, and how they are resumed and undone, for each kind of change.
import { it } from 'vitest';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { goldenStages } from './support/golden-stage.ts';

const { service, stage } = goldenStages();
const columns = '--fields run,state,action,resource,file,rows,created,updated,placed,undoable';

/** An event behind a proxy that counts the writes. */
async function stoppingStage(event: string) {
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 0 });
  const s = await stage(event, { PLENARY_BASE_URL: proxy.url });
  await s.fill();
  return {
    ...s,
    close: proxy.close,
    /** Stops a command while it waits for the response to this write. */
    async stopAt(write: number, command: string) {
      const stopped = new AbortController();
      proxy.written(proxy.writes() + write).then(() => stopped.abort('SIGINT'));
      return s.stop(`${command} --concurrency 1`, stopped.signal);
    },
  };
}

it('a stopped import', async () => {
  const s = await stoppingStage('stopped-import');
  s.write('people.csv', 'Email,First name', ...['a', 'b', 'c', 'd'].map((name) => `${name}@example.org,${name}`));
  const { run } = await s.stopAt(2, 'speakers import people.csv');
  await s.pipe(`runs show ${run} --json`);
  await s.terminal(`runs show ${run}`);
  await s.terminal('speakers import people.csv --dry-run');
  await s.terminal('speakers import people.csv --on-conflict update --dry-run');
  await s.stopAt(1, `runs resume ${run} --json`);
  await s.terminal('speakers import people.csv', 'y\r');
  await s.terminal(`runs resume ${run}`);
  await s.close();
  await s.matches('stopped-import');
});

it('stopped decisions and their stopped undo', async () => {
  const s = await stoppingStage('stopped-decisions');
  s.write('decisions.csv', 'Title,Decision', 'Zero lost cents,yes', 'A tale of two clocks,no');
  const { run } = await s.stopAt(1, 'submissions apply decisions.csv');
  await s.terminal(`runs show ${run}`);
  await s.terminal('submissions apply decisions.csv', 'y\r');
  const undo = await s.stopAt(1, `runs undo ${run} --json`);
  await s.terminal(`runs show ${undo.run}`);
  await s.terminal(`runs show ${run}`);
  await s.terminal(`runs undo ${run}`, 'y\r');
  await s.terminal(`runs list ${columns}`);
  await s.close();
  await s.matches('stopped-decisions');
});

it('a stopped schedule', async () => {
  const s = await stoppingStage('stopped-schedule');
  s.write(
    'schedule.csv',
    'title,room,start,duration',
    'Zero lost cents,Hall,2027-05-20 11:00,45',
    'A tale of two clocks,Hall,2027-05-20 12:00,45',
    'Queues all the way down,Lab,2027-05-20 12:00,45',
  );
  const { run } = await s.stopAt(1, 'sessions apply schedule.csv');
  await s.terminal(`runs show ${run}`);
  await s.stopAt(1, `runs resume ${run} --json`);
  await s.terminal('sessions apply schedule.csv', 'y\r');
  await s.terminal(`runs list ${columns}`);
  await s.close();
  await s.matches('stopped-schedule');
});

it('a stopped program and its stopped undo', async () => {
  const s = await stoppingStage('stopped-program');
  await s.pipe('program pull p');
  s.edit('p/speakers.csv', ',Bo,', ',Bob,');
  s.edit('p/submissions.csv', /(Zero lost cents,.*)pending/, '$1accepted');
  s.edit('p/submissions.csv', /(A tale of two clocks,.*)pending/, '$1declined');
  s.edit('p/schedule.csv', 'Hall', 'Lab');
  const { run } = await s.stopAt(2, 'program apply p');
  await s.terminal(`runs show ${run}`);
  await s.pipe(`runs undo ${run} --dry-run`);
  await s.stopAt(1, `runs resume ${run}`);
  await s.pipe(`runs resume ${run} --json`);
  await s.pipe(`runs show ${run} --json`);
  const undo = await s.stopAt(2, `runs undo ${run} --json`);
  await s.terminal(`runs show ${undo.run}`);
  await s.terminal(`runs resume ${undo.run}`, 'y\r');
  await s.terminal(`runs list ${columns}`);
  await s.close();
  await s.matches('stopped-program');
});
