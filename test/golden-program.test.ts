// What `program plan` and `apply` print, in full: changes of every file, conflicts, removed rows, and their runs.
import { it } from 'vitest';
import { goldenStages } from './support/golden-stage.ts';

const { stage } = goldenStages();

it('a program', async () => {
  const s = await stage('program');
  const { clocks, bo, cents, queues } = await s.fill();
  await s.terminal('program pull p');
  s.show('p/speakers.csv');
  s.show('p/submissions.csv');
  s.show('p/schedule.csv');
  await s.terminal('program plan p --detailed-exitcode');
  s.edit('p/speakers.csv', ',Ada,Lovelace,', ',Ada,King,');
  s.edit('p/speakers.csv', /$/, ',new@example.org,New,Speaker,,,,,,,,,,\n');
  s.edit('p/submissions.csv', /(Zero lost cents,.*)pending/, '$1accepted');
  s.edit('p/submissions.csv', /$/, ',New talk,ada@example.org,,,,data,,accepted,Well done\n');
  s.edit('p/schedule.csv', 'Hall', 'Lab');
  s.edit(
    'p/schedule.csv',
    /$/,
    `${clocks},A tale of two clocks,Hall,2027-05-20 11:00\n,New talk,Hall,2027-05-21 10:00\n`,
  );
  await s.pipe('program plan p');
  await s.terminal('program plan p --create');
  await s.pipe('program plan p --create --json --detailed-exitcode');
  await s.pipe('program plan p --create -o ndjson');
  await s.pipe('program plan p --create --summary markdown');
  await s.pipe('program plan p --create --out plan.json');
  s.show('plan.json');
  await s.terminal('program apply p --create', 'n\r');
  await s.pipe('program apply p --create --max-changes 1 --json');
  await s.pipe('program apply p --create --allow-partial');
  const applied = await s.pipe('program apply p --create');
  await s.pipe('program apply plan.json --json');
  await s.terminal('program status p');

  await s.terminal(`runs show ${applied.run}`);
  await s.pipe(`runs show ${applied.run} --json`);
  await s.terminal(`runs verify ${applied.run}`);
  await s.terminal(`runs undo ${applied.run} --dry-run`);
  await s.pipe(`runs undo ${applied.run} --dry-run --json`);
  await s.pipe(`runs undo ${applied.run} --withdraw --dry-run`);
  s.note('Someone renames Bo, moves "Queues all the way down" and withdraws "Zero lost cents".');
  await s.patch('speakers', bo, { first_name: 'Bob' });
  await s.patch('submissions', cents, { status: 'withdrawn' });
  await s.place(queues, 'Attic', '2027-05-20T11:00:00+02:00');
  await s.terminal(`runs verify ${applied.run}`);
  await s.pipe(`runs verify ${applied.run} --json`);
  await s.terminal(`runs undo ${applied.run}`);
  await s.pipe(`runs undo ${applied.run} --json`);
  await s.pipe(`runs undo ${applied.run} --allow-partial`);
  await s.patch('submissions', cents, { status: 'accepted' });
  await s.place(queues, 'Lab', '2027-05-20T09:30:00+02:00');
  const undone = await s.terminal(`runs undo ${applied.run}`, 'y\r');
  await s.pipe(`runs show ${undone.run} --json`);
  await s.pipe(`runs undo ${undone.run} --json`);
  await s.terminal('runs list --fields run,state,action,resource,file,rows,created,updated,placed,undoable');
  await s.matches('program');
});

it('a program that both sides have changed', async () => {
  const s = await stage('program-conflict');
  const { ada, bo, queues, cents } = await s.fill();
  await s.terminal('program pull p');
  s.edit('p/speakers.csv', ',Ada,Lovelace,', ',Ada,King,');
  s.edit('p/speakers.csv', /^spk_\w+,bo@.*\n/m, '');
  s.edit('p/submissions.csv', /(Zero lost cents,.*)pending/, '$1accepted');
  s.edit('p/submissions.csv', /(A tale of two clocks,.*)web/, '$1data');
  s.edit('p/schedule.csv', 'Hall', 'Lab');
  await s.patch('speakers', ada, { last_name: 'Byron' });
  await s.patch('speakers', bo, { company_name: 'Other' });
  await s.patch('submissions', cents, { status: 'declined', title: 'Zero cents' });
  await s.place(queues, 'Attic', '2027-05-20T09:30:00+02:00');
  s.note('Someone changes the same fields, the name of the company whose row was removed, and a title.');
  await s.terminal('program status p');
  await s.terminal('program plan p');
  await s.pipe('program plan p --json');
  await s.pipe('program plan p --summary markdown');
  await s.pipe('program plan p --out plan.json');
  s.show('plan.json');
  await s.terminal('program apply p');
  await s.pipe('program apply p --json');
  await s.terminal('program pull p --merge');
  await s.pipe('program pull p --merge --prefer file --json');
  await s.terminal('program plan p');
  s.edit('p/submissions.csv', /(A tale of two clocks,.*)data/, '$1web');
  await s.pipe('program plan p --out plan.json');
  await s.place(queues, 'Cellar', '2027-05-20T09:30:00+02:00');
  await s.patch('speakers', ada, { last_name: 'Gordon' });
  s.note('Someone changes two of the records again.');
  await s.terminal('program plan plan.json');
  await s.terminal('program apply plan.json');
  await s.pipe('program apply plan.json --json');
  await s.terminal('program apply p --create --fail-on warning');
  await s.matches('program-conflict');
});
