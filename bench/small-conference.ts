// A service with a small conference, a config file with the login, and files for it: what short commands work on.
import { writeFileSync } from 'node:fs';
import { administration } from '../src/service/administration.ts';
import { openStore } from '../src/service/store/open.ts';
import { blankSpeaker, blankSubmission } from '../src/service/store/records.ts';
import { createAccount } from '../test/support/postgres-stage.ts';
import { temporaryFolder } from '../test/support/temporary-folder.ts';
import { lastNameOf } from './names.ts';
import { launcher, runNode, serve } from './processes.ts';
import { record } from './recording.ts';
import { shared } from './row.ts';

const [speakers, talks, imported] = [20, 60, 50];
const rooms = ['Main Hall', 'Pier 3', 'Boathouse', 'Rope Loft', 'Sail Room', 'Lab'];

export const smallConference = shared(async () => {
  const folder = temporaryFolder();
  const data = folder.file('plenary.db');
  const { organizationId, token } = await createAccount(data);
  const store = await openStore(data);
  const ref = { organizationId, eventId: 'conf' };
  for (let n = 1; n <= speakers; n++) await store.speakers.create(ref, { ...blankSpeaker, email: emailOf(n) });
  let talk = '';
  for (let n = 1; n <= talks; n++) {
    const people = { submitter_email: emailOf(n), submitter_first_name: 'Amina', submitter_last_name: lastNameOf(n) };
    const place = { status: 'accepted', room: roomOf(n), start: startOf(n, 0) };
    const created = await store.submissions.create(ref, { ...blankSubmission, ...people, ...place, title: titleOf(n) });
    if (created.outcome === 'created') talk = created.record.id;
  }
  const server = await serve(data, '--quiet');
  const env = { PLENARY_CONFIG_DIR: folder.file('config') };
  const variables = {
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: token,
    PLENARY_EVENT: 'conf',
    PLENARY_TIMEZONE: 'UTC',
  };
  for (const [args, input] of [
    [['config', 'set', 'base-url', server.url]],
    [['config', 'set', 'event', 'conf']],
    [['config', 'set', 'timezone', 'UTC']],
    [['auth', 'login', '--token-stdin'], token],
  ] as const) {
    await runNode([launcher, ...args], { env, ...(input && { input }) });
  }
  const files = {
    schedule: writeSchedule(folder.file('schedule.csv'), 0),
    moved: writeSchedule(folder.file('moved.csv'), 1),
    speakers: writeNewSpeakers(folder.file('speakers.csv')),
  };
  const recordings = new Map<string, Promise<string>>();
  let made = 0;

  const newState = () => folder.file(`state-${++made}`);
  const newEvent = async () => {
    const id = `conf-${++made}`;
    await administration(store, data).addEvent({ id, name: id, timezone: 'UTC', organizationId });
    return id;
  };
  const recorded = async (args: readonly string[]) => {
    const state = newState();
    const recording = await record(server.url, (proxy) => {
      const recordingEnv = { ...variables, PLENARY_BASE_URL: proxy, PLENARY_STATE_DIR: state };
      return runNode([launcher, ...args], { env: recordingEnv });
    });
    const path = folder.file(`recording-${++made}.json`);
    writeFileSync(path, JSON.stringify(recording));
    return path;
  };

  return {
    files,
    /** With the login in a config file, and the same as variables. */
    ...{ env, variables },
    /** The id of a submission. */
    talk,
    newEvent,
    newState,
    /** The recording of the requests of a command, which is made once. @param key of the recording */
    recording(key: string, argsOf: () => Promise<readonly string[]>): Promise<string> {
      const known = recordings.get(key) ?? argsOf().then(recorded);
      recordings.set(key, known);
      return known;
    },
    async close() {
      await server.stop('SIGTERM');
      await store.close();
      folder.remove();
    },
  };
});

function emailOf(n: number): string {
  return `speaker-${n}@example.org`;
}

function titleOf(n: number): string {
  return `What we learned in year ${n} of a large migration`;
}

function roomOf(n: number): string {
  return rooms[n % rooms.length] ?? '';
}

function startOf(n: number, days: number): string {
  const slot = Math.floor((n - 1) / rooms.length);
  return `2027-05-${20 + days}T${String(9 + slot).padStart(2, '0')}:00:00+00:00`;
}

function writeSchedule(path: string, days: number): string {
  const lines = Array.from({ length: talks }, (_, at) => at + 1).map((n) => {
    const start = startOf(n, days).slice(0, 16).replace('T', ' ');
    return `${titleOf(n)},${roomOf(n)},${start},45,Amina ${lastNameOf(n)},${emailOf(n)}\n`;
  });
  writeFileSync(path, `Title,Room,Start,Duration,Speakers,Submitter email\n${lines.join('')}`);
  return path;
}

function writeNewSpeakers(path: string): string {
  const lines = Array.from({ length: imported }, (_, at) => {
    const biography = `"Amina keeps the message queues of company ${at} moving, and taught physics before."`;
    return `Amina,${lastNameOf(at)},new-${at}@example.org,Harbour Freight Data,Principal Engineer,${biography}\n`;
  });
  writeFileSync(path, `First name,Last name,E-mail,Company,Job title,Biography\n${lines.join('')}`);
  return path;
}
