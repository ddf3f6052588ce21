// Six sessions of commands with everything that they print: the place to compare wording.
import { it } from 'vitest';
import { startFaultyProxy } from '../support/faulty-proxy.ts';
import { sharedService } from '../support/stage.ts';
import { startTranscript } from '../support/transcript.ts';

const service = sharedService();

it('import', async () => {
  const s = await startTranscript(service, 'import');
  await s.fill();
  s.write(
    'people.csv',
    'E-Mail,Vorname,Nachname,Shoe size',
    'ada@example.org,Ada,King,38',
    'gus@example.org,Gus,Twombly,41',
    'not an address,Dee,,',
  );
  await s.terminal('speakers import people.csv --dry-run');
  await s.pipe('speakers import people.csv --json');
  await s.terminal(
    'speakers import people.csv --skip-invalid --rejects rejects.csv --results results.csv',
    'y\r',
  );
  s.show('rejects.csv');
  s.show('results.csv');
  await s.pipe('speakers import people.csv --skip-invalid --json');
  s.write('contacts.csv', 'Contact,Vorname', 'di@example.org,Di');
  await s.pipe('speakers import contacts.csv');
  await s.terminal('speakers import contacts.csv --dry-run', '\u001b[B\r');
  s.write(
    'talks.csv',
    'Title,Speaker email,Status',
    'Zero lost cents,bo@example.org,Accepted',
    'New talk,fay@example.org,',
  );
  await s.pipe('submissions import talks.csv --dry-run --json');
  await s.pipe('submissions import talks.csv');
  const [people, talks] = (await s.pipe('runs list --json')).runs;
  await s.terminal(`runs show ${people}`);
  await s.pipe(`runs undo ${people}`);
  await s.terminal(`runs undo ${talks} --withdraw`, 'y\r');
  await s.matches();
});

it('decisions', async () => {
  const s = await startTranscript(service, 'decisions');
  const { queues, cents } = await s.fill();
  s.write(
    'decisions.csv',
    'Talk title,Decision,Score',
    'Queues all the way down,Accept,4.5',
    'zero lost cents,✗,1',
    'A tale of two clocks,pending,3',
  );
  s.write(
    'feedback.txt',
    '[accepted]',
    'Dear {first_name}, "{title}" is in ({Score}).',
    '[declined]',
    'Thank you.',
  );
  await s.terminal(
    'submissions plan decisions.csv --feedback-template feedback.txt --out plan.json',
  );
  s.show('plan.json');
  await s.pipe('submissions plan decisions.csv --summary markdown --detailed-exitcode');
  await s.terminal('submissions apply plan.json', 'n\r');
  await s.patch('submissions', cents, { status: 'withdrawn' });
  await s.terminal('submissions apply plan.json');
  const { run } = await s.pipe('submissions apply plan.json --allow-partial --json');
  await s.terminal(`runs verify ${run}`);
  await s.pipe(`runs undo ${run} --dry-run --json`);
  await s.patch('submissions', queues, { status: 'accept_queue' });
  await s.pipe(`runs verify ${run} --json`);
  await s.terminal(`runs undo ${run}`);
  await s.talk('maps', 'Maps', 'Di', 'data');
  await s.talk('maps2', 'Maps', 'Ed', 'web');
  s.write(
    'faults.csv',
    'Title,Decision,Track',
    'Queues all the way down,Maybe,web',
    'Zero lost cent,yes,data',
    'Maps,yes,',
    'A tale of two clocks,no,data',
    'zero lost cents,yes,data',
    'Zero lost cents,no,data',
  );
  await s.terminal('submissions plan faults.csv');
  await s.pipe('submissions plan faults.csv --json');
  s.write(
    'speakers.csv',
    'email,last_name,company',
    'bo@example.org,Li,',
    'ada@example.org,Lovelace,ACME',
  );
  await s.terminal('speakers plan speakers.csv --empty clear');
  await s.pipe('speakers apply speakers.csv --max-changes 1 --json');
  await s.matches();
});

it('schedule', async () => {
  const s = await startTranscript(service, 'schedule');
  const { queues, cents } = await s.fill();
  await s.talk('maps', 'Maps', 'Di', 'data');
  await s.place(cents, 'Hall', '2027-05-20T11:00:00+02:00');
  s.write(
    'schedule.csv',
    'title,room,start,duration',
    'Queues all the way down,Lab,2027-05-20 10:00,45',
    'Zero lost cents,Hall,2027-05-20 11:00,45',
    'A tale of two clocks,Hall,2027-05-20 12:00,',
    'Maps,,,',
    'Lunch,,2027-05-20 13:00,60',
  );
  await s.terminal('sessions plan schedule.csv --out plan.json');
  s.show('plan.json');
  await s.pipe('sessions plan schedule.csv --summary markdown --detailed-exitcode');
  await s.place(queues, 'Attic', '2027-05-21T09:00:00+02:00');
  await s.pipe('sessions apply plan.json');
  await s.pipe('sessions apply plan.json --allow-partial --json');
  const { run } = await s.terminal('sessions apply schedule.csv', 'y\r');
  await s.pipe('sessions plan schedule.csv');
  await s.terminal('sessions check');
  await s.terminal(`runs undo ${run}`, 'y\r');
  s.write(
    'unknown.csv',
    'title,room,start,duration',
    'Zero lost cent,Hal,2027-05-20 10:00,45',
    'Nothing like it,Lab,2027-05-20 15:00,45',
  );
  await s.terminal('sessions plan unknown.csv');
  await s.pipe('sessions plan unknown.csv --json');
  s.write(
    'broken.csv',
    'title,room,start,duration',
    'Maps,Lab,soon,45',
    'Zero lost cents,Lab,2027-05-20 25:00,long',
  );
  await s.terminal('sessions plan broken.csv');
  await s.pipe('sessions plan broken.csv --json');
  await s.matches();
});

it('clashes', async () => {
  const s = await startTranscript(service, 'clashes');
  await s.fill();
  s.write(
    'schedule.csv',
    'title,room,start,duration,speakers',
    'Queues all the way down,Hall,2027-05-20 10:00,45,Ada Lovelace',
    'Zero lost cents,Hall,2027-05-20 10:30,45,Bo Li',
    'A tale of two clocks,Lab,2027-05-20 10:15,45,Ada Lovelace',
    'A tale of two clocks,Lab,2027-05-20 12:00,45,Ada Lovelace',
  );
  await s.terminal('sessions plan schedule.csv');
  await s.pipe('sessions plan schedule.csv --json');
  await s.terminal('sessions apply schedule.csv --fail-on never', 'y\r');
  await s.terminal('sessions check --schedule schedule.csv');
  await s.pipe('sessions check --schedule schedule.csv --json');
  s.write('gap.csv', 'title,room,start', 'Zero lost cents,Hall,2027-03-28 02:30');
  await s.terminal('sessions plan gap.csv');
  await s.pipe('sessions plan gap.csv --json');
  await s.matches();
});

it('program', async () => {
  const s = await startTranscript(service, 'program');
  const { ada, bo, cents, queues } = await s.fill();
  await s.terminal('program pull p --private-columns');
  s.show('p/speakers.csv');
  s.show('p/submissions.csv');
  s.show('p/schedule.csv');
  s.addRow('p/speakers.csv', {
    email: 'new@example.org',
    first_name: 'New',
    last_name: 'Speaker',
  });
  s.edit('p/submissions.csv', /(Zero lost cents,.*)pending/, '$1accepted');
  s.edit('p/schedule.csv', 'Hall', 'Lab');
  await s.pipe('program plan p');
  await s.terminal('program plan p --create --out plan.json');
  const { run } = await s.pipe('program apply plan.json --json');
  await s.terminal(`runs undo ${run}`, 'y\r');
  s.edit('p/speakers.csv', ',Ada,Lovelace,', ',Ada,King,');
  s.edit('p/speakers.csv', /^spk_\w+,bo@.*\n/m, '');
  await s.patch('speakers', ada, { last_name: 'Byron' });
  await s.patch('speakers', bo, { company_name: 'Other' });
  await s.patch('submissions', cents, { status: 'declined' });
  await s.place(queues, 'Attic', '2027-05-20T09:30:00+02:00');
  await s.terminal('program status p');
  await s.terminal('program plan p');
  await s.pipe('program plan p --json');
  await s.pipe('program pull p --merge --json');
  await s.terminal('program pull p --merge --prefer file');
  await s.terminal('program apply p', 'y\r');
  await s.matches();
});

it('a stopped run', async () => {
  const proxy = await startFaultyProxy(service.url, { delayMs: () => 0 });
  const s = await startTranscript(service, 'stopped', proxy.url);
  /** Stops a command while it waits for the response to this write. */
  const stopAt = (write: number, command: string) => {
    const stopped = new AbortController();
    proxy.written(proxy.writes() + write).then(() => stopped.abort('SIGINT'));
    return s.stop(`${command} --concurrency 1`, stopped.signal);
  };
  await s.fill();
  s.write(
    'talks.csv',
    'Title,Email',
    'Sets,a@example.org',
    'Graphs,b@example.org',
    'Trees,c@example.org',
  );
  const { run } = await stopAt(1, 'submissions import talks.csv');
  await s.terminal(`runs show ${run}`);
  await s.pipe(`runs show ${run} --json`);
  await s.terminal('submissions import talks.csv --dry-run');
  await stopAt(1, `runs resume ${run} --json`);
  await s.terminal('submissions import talks.csv', 'y\r');
  await s.terminal(`runs resume ${run}`);
  const undo = await stopAt(1, `runs undo ${run} --withdraw`);
  await s.terminal(`runs show ${undo.run}`);
  await s.pipe(`runs resume ${undo.run} --json`);
  await s.terminal('runs list');
  await proxy.close();
  await s.matches();
});
