// What imports print, in full: the preview, faults, questions, reports and files, and the runs that they leave.
import { it } from 'vitest';
import { goldenStages } from './support/golden-stage.ts';

const { stage } = goldenStages();

it('speakers import', async () => {
  const s = await stage('speakers-import');
  await s.fill();
  s.write(
    'people.csv',
    'E-Mail,Vorname,Nachname,Firma,Notes,Shoe size',
    'ada@example.org,Ada,King,,Arrives late,38',
    'bo@example.org,Bo,,ACME,,',
    'cy@example.org,Cy,Twombly,"Art, Inc.",,41',
    'not an address,Dee,,,,',
    'CY@example.org,Cy,Twombly,"Art, Inc.",,41',
    ',,,,,',
    'ed@example.org,,,,"two\nlines",',
  );
  await s.terminal('speakers import people.csv --dry-run', '\r');
  await s.pipe('speakers import people.csv --dry-run --json');
  await s.pipe('speakers import people.csv --dry-run -o csv');
  await s.pipe('speakers import people.csv --dry-run -o ndjson --on-conflict update');
  await s.pipe('speakers import people.csv');
  await s.pipe('speakers import people.csv --json --annotations github');
  await s.terminal('speakers import people.csv --skip-invalid --on-conflict update', '\r', 'n\r');
  await s.pipe('speakers import people.csv --skip-invalid --on-conflict update --max-changes 0');
  const imported = await s.terminal(
    'speakers import people.csv --skip-invalid --on-conflict update --rejects rejects.csv --results results.csv',
    '\r',
    'y\r',
  );
  s.show('rejects.csv');
  s.show('results.csv');
  await s.pipe('speakers import people.csv --skip-invalid --on-conflict fail');
  await s.pipe('speakers import people.csv --skip-invalid --on-conflict update --json');
  await s.terminal(`runs show ${imported.run}`);
  await s.pipe(`runs show ${imported.run} --json`);
  await s.terminal(`runs verify ${imported.run}`);
  await s.terminal(`runs undo ${imported.run} --dry-run`);
  await s.pipe(`runs undo ${imported.run} --dry-run --json`);
  await s.terminal(`runs undo ${imported.run}`, 'y\r');
  await s.terminal(`runs verify ${imported.run}`);
  await s.terminal('runs list --fields run,state,action,resource,file,rows,created,updated,placed,undoable');
  await s.matches('speakers-import');
});

it('submissions import', async () => {
  const s = await stage('submissions-import');
  await s.fill();
  s.write(
    'talks.csv',
    'Title,Abstract,Speaker email,Speaker,Track,Status',
    'Queues all the way down,About queues,ada@example.org,Ada Lovelace,web,Accepted',
    'New talk,,fay@example.org,Fay Wray,data,Maybe',
    'Maps,Another one,di@example.org,Di,web,',
    ',No title,gus@example.org,Gus,,',
    'New talk,Twice,fay@example.org,Fay Wray,data,',
  );
  await s.terminal('submissions import talks.csv --dry-run');
  await s.pipe('submissions import talks.csv --dry-run --json --skip-invalid --on-conflict update');
  await s.terminal('submissions import talks.csv --on-conflict update');
  const imported = await s.terminal(
    'submissions import talks.csv --skip-invalid --on-conflict update --rejects rejects.csv --results results.csv',
    'y\r',
  );
  s.show('rejects.csv');
  s.show('results.csv');
  await s.pipe(`runs verify ${imported.run} --json`);
  await s.terminal(`runs undo ${imported.run} --withdraw --dry-run`);
  await s.pipe(`runs undo ${imported.run} --withdraw --json`);
  await s.pipe(`runs show ${imported.run} --json`);
  await s.matches('submissions-import');
});
