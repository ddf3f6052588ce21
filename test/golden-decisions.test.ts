// What `plan` and `apply` of decisions print, in full: changes, totals, faults, conflicts, and the files that they write.
import { it } from 'vitest';
import { goldenStages } from './support/golden-stage.ts';

const { stage } = goldenStages();

it('a sheet of decisions', async () => {
  const s = await stage('decisions');
  const { clocks } = await s.fill();
  s.write(
    'decisions.csv',
    'Talk title,Decision,Score',
    'Queues all the way down,Accept,4.5',
    'zero lost cents,angenommen,4',
    'A tale of two clocks,✗,1',
  );
  s.write(
    'feedback.txt',
    '[accepted]',
    'Dear {first_name}, "{title}" is in ({Score}).',
    '[declined]',
    'Dear {first_name}, thank you.',
  );
  await s.terminal('submissions plan decisions.csv');
  await s.pipe('submissions plan decisions.csv');
  await s.pipe('submissions plan decisions.csv --feedback-template feedback.txt');
  await s.pipe('submissions plan decisions.csv --json --detailed-exitcode');
  await s.pipe('submissions plan decisions.csv -o ndjson');
  await s.pipe('submissions plan decisions.csv --summary markdown');
  await s.terminal('submissions plan decisions.csv --feedback-template feedback.txt --out plan.json');
  s.show('plan.json');
  await s.terminal('submissions apply plan.json', 'n\r');
  await s.pipe('submissions apply plan.json --max-changes 1 --json');

  s.note('Someone withdraws "A tale of two clocks".');
  await s.patch('submissions', clocks, { status: 'withdrawn' });
  await s.terminal('submissions plan plan.json');
  await s.pipe('submissions plan plan.json --json');
  await s.pipe('submissions plan plan.json --summary markdown');
  await s.terminal('submissions apply plan.json');
  await s.pipe('submissions apply plan.json --json');
  const applied = await s.terminal(
    'submissions apply plan.json --allow-partial --results results.csv --rejects rejects.csv',
    'y\r',
  );
  s.show('results.csv');
  s.show('rejects.csv');
  await s.pipe('submissions apply plan.json --allow-partial --json');
  await s.terminal('submissions apply decisions.csv', 'y\r');

  await s.terminal(`runs show ${applied.run}`);
  await s.pipe(`runs verify ${applied.run} --json`);
  await s.terminal(`runs undo ${applied.run} --dry-run`);
  await s.pipe(`runs undo ${applied.run} --dry-run --json`);
  const undone = await s.terminal(`runs undo ${applied.run}`, 'y\r');
  await s.terminal(`runs undo ${undone.run} --dry-run`);
  await s.pipe(`runs undo ${applied.run} --json`);
  await s.terminal('runs list --fields run,state,action,resource,file,rows,created,updated,placed,undoable');
  await s.matches('decisions');
});

it('a sheet of decisions with faults', async () => {
  const s = await stage('decision-faults');
  const { queues, cents, clocks } = await s.fill();
  s.write(
    'decisions.csv',
    'Id,Title,Email,Decision,Track',
    ',Queues all the way down,,Maybe,web',
    ',Zero lost cent,,yes,data',
    `${cents},Zero lost pennies,,accepted,data`,
    `${queues},Maps,di@example.org,no,`,
    ',A tale of two clocks,,no,data',
    ',Zero lost cents,,declined,',
    'sub_0000000000000000000000000000,Nothing,,no,',
    ',,,,',
    ',A new talk,new@example.org,yes,web',
    ',Total,,3,',
  );
  await s.terminal('submissions plan decisions.csv');
  await s.pipe('submissions plan decisions.csv --json');
  await s.pipe('submissions plan decisions.csv --summary markdown');
  await s.terminal('submissions apply decisions.csv');
  s.write('ambiguous.csv', 'Title,Email,Decision', 'Maps,,yes', 'Queues all the way down,,no');
  await s.terminal('submissions plan ambiguous.csv');
  s.write(
    'twice.csv',
    'Title,Email,Decision',
    'Maps,,yes',
    'Maps,ed@example.org,yes',
    'zero lost cents,,no',
    'Zero lost cents,,no',
  );
  await s.terminal('submissions plan twice.csv');
  s.write('contradiction.csv', 'Title,Email,Decision', 'Maps,,yes', 'Maps,ed@example.org,no');
  await s.terminal('submissions plan contradiction.csv');
  s.write('claimed.csv', 'Id,Title,Email,Decision', ',Maps,,yes', `${queues},Maps,di@example.org,no`);
  await s.terminal('submissions plan claimed.csv');
  s.edit('claimed.csv', /$/, ',Maps,ed@example.org,no\n');
  await s.terminal('submissions plan claimed.csv');
  await s.pipe('submissions plan decisions.csv --status-map Maybe=waitlist');
  const flags = '--status-map Maybe=accept_queue --map Track= --create --allow-partial';
  await s.terminal(`submissions plan decisions.csv ${flags} --out plan.json`);
  s.show('plan.json');
  await s.pipe(`submissions apply decisions.csv ${flags} --max-errors 1`);
  const applied = await s.pipe(`submissions apply decisions.csv ${flags} --rejects rejects.csv --results results.csv`);
  s.show('rejects.csv');
  s.show('results.csv');
  s.note('Someone decides about "A tale of two clocks" again.');
  await s.patch('submissions', clocks, { status: 'withdrawn' });
  await s.terminal(`runs verify ${applied.run}`);
  await s.terminal(`runs undo ${applied.run} --dry-run`);
  await s.terminal(`runs undo ${applied.run}`);
  await s.pipe(`runs undo ${applied.run} --json`);
  await s.terminal(`runs undo ${applied.run} --allow-partial`);
  await s.terminal(`runs undo ${applied.run} --allow-partial --withdraw`, 'y\r');
  await s.matches('decision-faults');
});

it('a sheet of speakers', async () => {
  const s = await stage('speakers-plan');
  const { bo } = await s.fill();
  s.write(
    'people.csv',
    'id,email,first_name,last_name,company,logistics_notes',
    `${bo},bob@example.org,Bob,,,vegan`,
    ',ada@example.org,Ada,Lovelace,Analytical Engines,',
    ',new@example.org,New,,,',
  );
  await s.terminal('speakers plan people.csv');
  await s.terminal('speakers plan people.csv --create --empty clear');
  await s.pipe('speakers plan people.csv --create --json');
  await s.pipe('speakers plan people.csv --create --summary markdown --out plan.json');
  s.show('plan.json');
  const applied = await s.terminal('speakers apply plan.json', 'y\r');
  await s.terminal('speakers apply plan.json --yes');
  await s.terminal(`runs undo ${applied.run}`, 'y\r');
  await s.matches('speakers-plan');
});
