// Single creations on the public server, which hides submitters: no other record is claimed.
import { expect, it } from 'vitest';
import { doubleStage } from './support/double-stage.ts';
import { errorOf } from './support/program.ts';

const stage = doubleStage();

function isCreation({ method, path }: { readonly method: string; readonly path: string }) {
  return method === 'POST' && path.endsWith('/submissions');
}

const addFor = (submitter: string, ...flags: readonly string[]) => [
  'submissions',
  'add',
  '--title',
  'Keynote',
  '--submitter-email',
  submitter,
  ...flags,
];

function truth() {
  const { submissions } = stage.double().state;
  return submissions.map(({ title, submitter }) => `${title}: ${submitter?.email}`);
}

it('that is lost never claims a talk of the same title', async () => {
  const home = stage.home();
  const { web, switches } = stage.double();
  const submitterId = web.addSpeaker({ email: 'ada@example.org' });
  web.addSubmission({ title: 'Keynote', submitterId });
  switches.ignoresRequest = isCreation;
  const result = await home.run(addFor('cy@example.org', '--json'));
  // The service dates its responses in whole seconds: the other talk may be known to be older.
  expect([7, 10]).toContain(result.exitCode);
  expect(result.stdout).toBe('');
  expect(truth()).toEqual(['Keynote: ada@example.org']);
});

it('that is lost never claims a talk that a run of this computer has created', async () => {
  const home = stage.home();
  const file = home.write('talks.csv', 'Title,Email', 'Keynote,ada@example.org');
  await home.json('submissions', 'import', file, '--yes');
  const { switches, count } = stage.double();
  switches.ignoresRequest = isCreation;
  const result = await home.run(addFor('cy@example.org', '--json'));
  expect(result.exitCode).toBe(7);
  expect(errorOf(result).message).toContain('the list of submissions does not have it');
  // The import's, and this one's.
  expect(count('POST', '/v1/events/{event_id}/submissions')).toBe(2);
});

it('is sent once more after a complete failure', async () => {
  const home = stage.home();
  let failures = 0;
  stage.double().switches.failsWith500 = (request) => isCreation(request) && failures++ === 0;
  const talk = await home.json(...addFor('ada@example.org'));
  expect(talk).toMatchObject({ title: 'Keynote' });
  expect(truth()).toEqual(['Keynote: ada@example.org']);
});

it('is pending after two of them, and names what may have caused them', async () => {
  const home = stage.home();
  const { switches, count } = stage.double();
  switches.optionalOperations = false;
  const result = await home.run(addFor('ada@example.org', '--track-id', 'Backend', '--json'));
  expect(result.exitCode).toBe(7);
  expect(errorOf(result)).toMatchObject({
    message:
      'the record was not created: the service failed (500): Internal Server Error; ' +
      'the list of submissions does not have it; ' +
      'the likely cause is the track "Backend", which may be no id of the event',
    fix: 'pass ids of tracks and formats, or none',
  });
  expect([count('POST', '/v1/events/{event_id}/submissions'), truth()]).toEqual([2, []]);
});
