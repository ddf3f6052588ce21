// Runs that begin in the folder of a program and are interrupted, against the double of the public
// server: the same command completes them from wherever it is run, moves nothing twice, and merges
// them into the files.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { addTalks, programOf } from './support/placed-talks.ts';

const stage = doubleStage();

/** A folder with three talks in a row, behind a proxy that can refuse requests. */
async function pulled() {
  const double = stage.double();
  const ids = await addTalks(double, [
    { title: 'Alpha', room: 'Main Hall', time: '09:00' },
    { title: 'Beta', room: 'Main Hall', time: '09:30' },
    { title: 'Gamma', room: 'Main Hall', time: '11:00' },
  ]);
  let isDown: (writes: number) => boolean = () => false;
  let earlier = 0;
  let loses = true;
  const proxy = await startFaultyProxy(double.url, {
    delayMs: () => 0,
    loses: (write) => loses && isDown(write - earlier),
    refuses: (method, writes) => method === 'GET' && isDown(writes - earlier),
  });
  onTestFinished(() => proxy.close());
  const home = stage.home();
  const env = { PLENARY_BASE_URL: proxy.url };
  const runIn = (folder: string, ...words: readonly string[]) => {
    const flags = words[0] === 'sessions' || words[1] === 'import' ? ['--retries', '0'] : [];
    return home.run([...words, ...flags], { env, cwd: `${home.path}/${folder}` });
  };
  const pull = await runIn('', 'program', 'pull', 'dbl', '--private-columns');
  expect(pull.exitCode, pull.stderr).toBe(0);
  return {
    home,
    idOf: (title: string) => ids.get(title) ?? '',
    runIn,
    run: (...words: readonly string[]) => runIn('dbl', ...words),
    /** From the n-th write from now on, nothing is answered, although it is carried out. */
    silence(nth: number) {
      loses = true;
      earlier = proxy.writes();
      isDown = (writes) => writes >= nth;
    },
    /** From the n-th write from now on, nothing can be read. */
    hide(nth: number) {
      loses = false;
      earlier = proxy.writes();
      isDown = (writes) => writes >= nth;
    },
    restore() {
      isDown = () => false;
    },
    /** When the talks begin. */
    starts: () => programOf(double).map((line) => line.replace(/(\w+): .*? (\S+)–.*/, '$1 $2')),
    /** The same, as a file has them. */
    filed: (folder = 'dbl') => {
      const text = readFileSync(`${home.path}/${folder}/schedule.csv`, 'utf8');
      const rows = text.trim().split('\n').slice(1);
      return rows.map((row) => {
        const [, title, , start = ''] = row.split(',');
        return `${title} ${new Date(start).toISOString().slice(11, 16)}`;
      });
    },
  };
}

const before = ['Alpha 09:00', 'Beta 09:30', 'Gamma 11:00'];
const delayed = ['Alpha 09:15', 'Beta 09:45', 'Gamma 11:00'];

it('is completed outside of the folder, and merged into it', async () => {
  const { run, runIn, silence, restore, starts, filed } = await pulled();
  expect([starts(), filed()]).toEqual([before, before]);
  silence(2);
  const killed = await run('sessions', 'delay', 'Alpha', '15m');
  expect(killed.exitCode, killed.stderr).toBe(10);
  expect([starts(), filed()]).toEqual([delayed, before]);
  restore();
  const again = await runIn('', 'sessions', 'delay', 'Alpha', '15m');
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stderr).toContain('Written to dbl: schedule.csv.');
  expect([starts(), filed()]).toEqual([delayed, delayed]);
});

it('is completed in a folder that was moved, and merged into that', async () => {
  const { home, run, runIn, silence, restore, starts, filed } = await pulled();
  silence(2);
  await run('sessions', 'delay', 'Alpha', '15m');
  restore();
  renameSync(`${home.path}/dbl`, `${home.path}/moved`);
  const again = await runIn('moved', 'sessions', 'delay', 'Alpha', '15m');
  expect(again.exitCode, again.stderr).toBe(0);
  expect([starts(), filed('moved')]).toEqual([delayed, delayed]);
});

it.each([
  ['the title in another case', () => ['delay', 'ALPHA', '15m']],
  ['the id and another unit', (id: string) => ['delay', id, '900s']],
])('is completed by %s', async (_, words) => {
  const { run, idOf, silence, restore, starts, filed } = await pulled();
  silence(2);
  await run('sessions', 'delay', 'Alpha', '15m');
  restore();
  const again = await run('sessions', ...words(idOf('Alpha')));
  expect(again.exitCode, again.stderr).toBe(0);
  expect([starts(), filed()]).toEqual([delayed, delayed]);
});

it.each([
  [['delay', 'Alpha', '20m']],
  [['delay', 'Gamma', '15m']],
  [['move', '--from', 'Main Hall', '--to', 'Lighthouse']],
  [['swap', 'Alpha', 'Gamma']],
  [['delay', 'Alpha', '15m', '--dry-run']],
])('must be completed before others: %s', async (words) => {
  const { run, silence, restore, starts } = await pulled();
  silence(2);
  const killed = await run('sessions', 'delay', 'Alpha', '15m');
  const [resume = ''] = /runs resume \S+/.exec(killed.stderr) ?? [];
  restore();
  const refused = await run('sessions', ...words);
  expect(refused.exitCode, refused.stderr).toBe(6);
  expect(refused.stderr).toContain(`Next: plenary ${resume}`);
  expect(starts()).toEqual(delayed);
  expect((await run(...resume.split(' '))).exitCode).toBe(0);
});

it('of a room is completed with the room in another case', async () => {
  const { run, silence, restore } = await pulled();
  silence(2);
  await run('sessions', 'move', '--from', 'Main Hall', '--to', 'Lighthouse');
  restore();
  const again = await run('sessions', 'move', '--from', 'main hall', '--to', 'LIGHTHOUSE');
  expect(again.exitCode, again.stderr).toBe(0);
  expect(again.stderr).toContain('To undo: ');
});

it.each([
  ['the same command', () => ['sessions', 'delay', 'Alpha', '15m']],
  ['its resume', (resume: string) => resume.split(' ')],
])('that could only not be merged is merged by %s, and delays nothing', async (_, words) => {
  const { run, hide, restore, starts, filed } = await pulled();
  hide(2);
  const delay = await run('sessions', 'delay', 'Alpha', '15m');
  expect(delay.exitCode, delay.stderr).toBe(0);
  const message = /The files were not updated: .*Before you edit them again: plenary (.*)/;
  const [, resume = ''] = message.exec(delay.stderr) ?? [];
  expect(resume).toMatch(/^runs resume \S+$/);
  expect([starts(), filed()]).toEqual([delayed, before]);
  restore();
  const again = await run(...words(resume));
  expect(again.exitCode, again.stderr).toBe(0);
  expect([starts(), filed()]).toEqual([delayed, delayed]);
  expect((await run(...resume.split(' '))).stderr).toContain('nothing is left to resume');
});

it('saves who submitted and who speaks, although its first merge failed', async () => {
  const { home, run } = await pulled();
  const path = `${home.path}/dbl/schedule.csv`;
  const schedule = readFileSync(path, 'utf8');
  const talks = [
    'title,submitter_email,speakers',
    'Sails,ida@example.org,Ida Moen; Bo Lund',
    'Knots,ola@example.org,Ola Nord',
  ];
  const importing = ['submissions', 'import', `../${home.write('talks.csv', ...talks)}`];
  writeFileSync(path, '<<<<<<< HEAD\n');
  const failed = await run(...importing);
  expect(failed.stderr).toContain('The files were not updated');
  writeFileSync(path, schedule);
  const again = await run(...importing);
  expect(again.exitCode, again.stderr).toBe(0);
  const submissions = readFileSync(`${home.path}/dbl/submissions.csv`, 'utf8');
  expect(submissions).toMatch(/,Sails,ida@example\.org,.*Ida Moen; Bo Lund/);
  expect(submissions).toMatch(/,Knots,ola@example\.org,.*Ola Nord/);
});

it('reports what the files keep in spite of it', async () => {
  const { home, run, starts } = await pulled();
  const path = `${home.path}/dbl/schedule.csv`;
  const edited = readFileSync(path, 'utf8').replace('11:00:00', '11:05:00');
  writeFileSync(path, edited);
  const delay = await run('sessions', 'delay', 'Alpha', '15m');
  expect(delay.exitCode, delay.stderr).toBe(0);
  expect(starts()).toEqual(delayed);
  const message = /Warning: 1 value or row has changed .*To list them: plenary (.*)/;
  const [, list = ''] = message.exec(delay.stderr) ?? [];
  const plan = await run(...list.split(' '));
  expect(plan.exitCode).toBe(6);
  expect(plan.stderr).toContain('the file has "2027-05-20T11:05');
});

it('is undone by the settings and the files of its folder from elsewhere', async () => {
  const { home, run, runIn, starts, filed } = await pulled();
  writeFileSync(`${home.path}/dbl/plenary.json`, '{"timezone": "Asia/Tokyo"}');
  const delay = await run('sessions', 'delay', 'Gamma', '15m');
  const [undo = ''] = /runs undo \S+/.exec(delay.stderr) ?? [];
  const rooms = `${home.path}/dbl/rooms.csv`;
  writeFileSync(rooms, 'room,start,end\nMain Hall,2027-05-20 20:10,23:00\n');
  const refused = await runIn('', ...undo.split(' '));
  expect(refused.exitCode, refused.stderr).toBe(6);
  expect(refused.stderr).toContain('room Main Hall is open 2027-05-20 20:10–23:00: "Gamma"');
  rmSync(rooms);
  const undone = await runIn('', ...undo.split(' '));
  expect(undone.exitCode, undone.stderr).toBe(0);
  expect([starts(), filed()]).toEqual([before, before]);
});
