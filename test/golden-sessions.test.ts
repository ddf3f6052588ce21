// What `sessions plan` and `apply` print, in full: moves, clashes, unknown rows, new submissions, and plans that are stale.
import { it } from 'vitest';
import { goldenStages } from './support/golden-stage.ts';

const { stage } = goldenStages();
const columns = '--fields run,state,action,resource,file,rows,created,updated,placed,undoable';
const header = 'title,room,start,duration,speakers,submitter_email';

it('a schedule', async () => {
  const s = await stage('schedule');
  const { queues, cents } = await s.fill();
  await s.place(cents, 'Hall', '2027-05-20T11:00:00+02:00');
  s.write(
    'schedule.csv',
    header,
    'Queues all the way down,Lab,2027-05-20 10:00,45,Ada Lovelace,',
    'Zero lost cents,Hall,2027-05-20 11:00,45,Bo Li,',
    'A tale of two clocks,Hall,2027-05-20 12:00,45,Cy Twombly,',
    'Maps,Lab,2027-05-20 14:00,,Di,di@example.org',
    'Maps,,,,Ed,ed@example.org',
    'Lunch,,2027-05-20 13:00,60,,',
    'Lunch,Hall,2027-05-20 13:00,60,,',
  );
  await s.terminal('sessions plan schedule.csv');
  await s.pipe('sessions plan schedule.csv --json --detailed-exitcode');
  await s.pipe('sessions plan schedule.csv -o ndjson');
  await s.pipe('sessions plan schedule.csv -o csv');
  await s.pipe('sessions plan schedule.csv --summary markdown');
  await s.pipe('sessions plan schedule.csv --fail-on warning');
  await s.terminal('sessions plan schedule.csv --out plan.json');
  s.show('plan.json');
  await s.terminal('sessions apply schedule.csv', 'n\r');
  await s.pipe('sessions apply plan.json --max-changes 0 --json');
  s.note('Someone moves "Queues all the way down".');
  await s.place(queues, 'Attic', '2027-05-21T09:00:00+02:00');
  await s.terminal('sessions apply plan.json');
  await s.pipe('sessions apply plan.json --json');
  await s.terminal('sessions apply plan.json --allow-partial', 'y\r');
  const applied = await s.pipe('runs list --json');
  const moved = await s.pipe('sessions apply schedule.csv --json');
  await s.terminal('sessions apply schedule.csv');
  await s.pipe('sessions plan schedule.csv');

  await s.terminal(`runs show ${applied.run}`);
  await s.pipe(`runs show ${moved.run} --json`);
  await s.terminal(`runs verify ${moved.run}`);
  await s.terminal(`runs undo ${applied.run} --dry-run`);
  await s.terminal(`runs undo ${moved.run} --dry-run`);
  await s.pipe(`runs undo ${moved.run} --dry-run --json`);
  s.note('Someone moves "Queues all the way down" again.');
  await s.place(queues, 'Cellar', '2027-05-21T09:00:00+02:00');
  await s.pipe(`runs verify ${moved.run} --json`);
  await s.terminal(`runs verify ${moved.run}`);
  await s.terminal(`runs undo ${moved.run}`);
  await s.pipe(`runs undo ${moved.run} --json`);
  await s.terminal(`runs undo ${moved.run} --allow-partial`);
  await s.place(queues, 'Lab', '2027-05-20T10:00:00+02:00');
  const undone = await s.terminal(`runs undo ${moved.run}`, 'y\r');
  await s.pipe(`runs undo ${undone.run} --json`);
  await s.terminal(`runs list ${columns}`);
  await s.matches('schedule');
});

it('a schedule with clashes and unknown rows', async () => {
  const s = await stage('schedule-faults');
  await s.fill();
  s.write(
    'schedule.csv',
    header,
    'Queues all the way down,Hall,2027-05-20 10:00,45,Ada Lovelace,',
    'Zero lost cents,Hall,2027-05-20 10:30,45,Ada Lovelace,',
    'A tale of two clocks,Lab,2027-05-20 10:15,45,Ada Lovelace,',
    'Maps,Lab,2027-05-20 14:00,45,,',
    'Nothing like it,Lab,2027-05-20 15:00,45,,',
    'Zero lost cent,Labb,2027-05-20 16:00,45,,',
  );
  await s.terminal('sessions plan schedule.csv');
  await s.pipe('sessions plan schedule.csv --json');
  await s.pipe('sessions plan schedule.csv --summary markdown');
  await s.pipe('sessions plan schedule.csv --allow-partial');
  await s.pipe('sessions plan schedule.csv --out plan.json');
  await s.terminal('sessions apply plan.json');
  await s.terminal('sessions apply schedule.csv --allow-partial');
  await s.terminal('sessions apply schedule.csv --allow-partial --fail-on never', 'y\r');
  await s.terminal('sessions check');
  s.write('broken.csv', header, 'Maps,Lab,soon,45,,', 'Zero lost cents,Lab,2027-05-20 25:00,long,,');
  await s.terminal('sessions plan broken.csv');
  await s.pipe('sessions plan broken.csv --json');
  await s.pipe('sessions plan broken.csv --summary markdown');
  await s.matches('schedule-faults');
});

it('a schedule with talks that have no submission', async () => {
  const s = await stage('schedule-create');
  await s.fill();
  s.write(
    'schedule.csv',
    `${header},abstract`,
    'Queues all the way down,Lab,2027-05-20 10:00,45,Ada Lovelace,,',
    'Sets,Lab,2027-05-20 11:00,45,Georg Cantor,cantor@example.org,About sets',
    'Graphs,Hall,2027-05-20 11:00,45,,,',
    'Zero lost cent,Hall,2027-05-20 12:00,45,,,',
    'Lunch,,2027-05-20 13:00,60,,,',
  );
  const flags = '--create --submitter-email program@example.org';
  await s.terminal('sessions plan schedule.csv');
  await s.terminal('sessions plan schedule.csv --create');
  await s.terminal(`sessions plan schedule.csv ${flags}`);
  await s.pipe(`sessions plan schedule.csv ${flags} --json`);
  await s.pipe(`sessions plan schedule.csv ${flags} --summary markdown`);
  await s.pipe(`sessions plan schedule.csv ${flags} --out plan.json`);
  s.show('plan.json');
  await s.terminal('sessions apply plan.json', 'n\r');
  await s.terminal(`sessions apply schedule.csv ${flags}`, 'y\r');
  await s.pipe('sessions apply plan.json --json');
  const { runs } = await s.terminal(`runs list ${columns}`);
  const [placing] = runs;
  await s.pipe(`runs show ${placing} --json`);
  await s.terminal(`runs verify ${placing}`);
  await s.terminal(`runs undo ${placing} --withdraw --dry-run`);
  await s.pipe(`runs undo ${placing} --json`);
  await s.terminal(`runs undo ${placing} --withdraw`, 'y\r');
  await s.matches('schedule-create');
});
