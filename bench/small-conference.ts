// A service with a small conference, a config file with the login, and files for it: what short
// commands work on.
import { writeFileSync } from 'node:fs';
import { stringify } from 'csv-stringify/sync';
import { administration } from '../src/service/administration.ts';
import { openStore } from '../src/service/store/open.ts';
import { blankSpeaker } from '../src/service/store/record-fields.ts';
import { newTalk } from '../test/support/new-talk.ts';
import { createAccount } from '../test/support/postgres-stage.ts';
import { launcher } from '../test/support/program.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { lastNameOf } from './names.ts';
import { runNode, serve } from './processes.ts';

const rooms = ['Main Hall', 'Pier 3', 'Boathouse', 'Rope Loft', 'Sail Room', 'Lab'];
const talks = Array.from({ length: 60 }, (_, n) => ({
  title: `What we learned in year ${n} of a large migration`,
  room: rooms[n % rooms.length] ?? '',
  /** In UTC. */
  time: `${String(9 + Math.floor(n / rooms.length)).padStart(2, '0')}:00`,
  speaker: `Amina ${lastNameOf(n)}`,
  email: `speaker-${n}@example.org`,
}));
const newSpeakers = Array.from({ length: 50 }, (_, n) => ({
  first_name: 'Amina',
  last_name: lastNameOf(n),
  email: `new-${n}@example.org`,
  company_name: 'Harbour Freight Data',
  title: 'Principal Engineer',
  about: `Amina keeps the message queues of company ${n} moving, and taught physics before.`,
}));

export type SmallConference = Awaited<ReturnType<typeof openSmallConference>>;

export async function openSmallConference() {
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  const { organizationId, token } = await createAccount(data);
  const store = await openStore(data);
  const ref = { organizationId, eventId: 'conf' };
  for (const { email } of talks.slice(0, 20))
    await store.speakers.create(ref, { ...blankSpeaker, email });
  let talk = '';
  for (const { title, room, time, speaker, email } of talks) {
    const [first = '', last = ''] = speaker.split(' ');
    const created = await store.submissions.create(
      ref,
      newTalk({
        title,
        submitter_email: email,
        submitter_first_name: first,
        submitter_last_name: last,
      }),
    );
    if (created.outcome !== 'created') throw new Error(`${title}: ${created.outcome}`);
    talk = created.record.id;
    const submission = { organizationId, id: talk };
    await store.submissions.update(submission, { status: 'accepted' });
    await store.submissions.place(submission, { room, start: `2027-05-20T${time}:00+00:00` });
  }
  const { url, stop } = await serve(data, '--quiet');
  const env = { PLENARY_CONFIG_DIR: folder.file('config') };
  const settings = { 'base-url': url, event: 'conf', timezone: 'UTC' };
  for (const setting of Object.entries(settings))
    await runNode([launcher, 'config', 'set', ...setting], { env });
  await runNode([launcher, 'auth', 'login', '--token-stdin'], { env, stdin: token });
  let made = 0;

  const save = (name: string, rows: readonly object[]): string => {
    writeFileSync(folder.file(name), stringify([...rows], { header: true }));
    return folder.file(name);
  };
  const scheduleOn = (day: string) =>
    talks.map(({ title, room, time, speaker, email }) => ({
      Title: title,
      Room: room,
      Start: `${day} ${time}`,
      Duration: 45,
      Speakers: speaker,
      'Submitter email': email,
    }));
  return {
    files: {
      schedule: save('schedule.csv', scheduleOn('2027-05-20')),
      moved: save('moved.csv', scheduleOn('2027-05-21')),
      speakers: save('speakers.csv', newSpeakers),
    },
    /** The variables of a command. */
    env,
    login: { url, token, event: 'conf' },
    /** The id of a submission. */
    talk,
    /** Those of the file. */
    newSpeakers,
    newState: () => folder.file(`state-${++made}`),
    async newEvent(): Promise<string> {
      const id = `conf-${++made}`;
      await administration(store, data).addEvent({ id, name: id, timezone: 'UTC', organizationId });
      return id;
    },
    async close() {
      await stop('SIGTERM');
      await store.close();
      folder.remove();
    },
  };
}
