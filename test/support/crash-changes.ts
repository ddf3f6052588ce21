// What a crash trial changes: the files of each kind of change, and the records that must be there afterwards.
// Files and expected records are written separately, so that one mistake cannot be in both.
import { readFileSync, writeFileSync } from 'node:fs';
import type { EventLists } from './crash-servers.ts';
import type { CrashEvent } from './crash-stage.ts';

type Fields = Readonly<Record<string, unknown>>;
type Resource = 'speakers' | 'submissions';

/** The records of an event: tracks, formats and rooms by name, times in UTC. */
export type Contents = Readonly<Record<Resource, readonly Fields[]>>;

/** An empty event, and how many records of each kind are changed in it. */
export type Scene = Pick<CrashEvent, 'file' | 'run'> & { readonly records: number };

export interface Change {
  /** Fills the event and writes the files. @returns the command line that makes the change */
  prepare(scene: Scene): Promise<readonly string[]>;
  /** The kinds of writes that the command sends, in their order: of each, at least one for each of the records. */
  readonly kinds: readonly string[];
  /** The kinds of writes of its undo. */
  readonly undoKinds?: readonly string[];
  /** Whether the same command is another change once it has ended. */
  readonly isOnce?: boolean;
  /** How many records it changes, if not those of the trial. */
  readonly records?: number;
  /** A command line that must end with 0 when the change was made. */
  readonly check?: (args: readonly string[]) => readonly string[];
  wanted(before: Contents, records: number): Contents;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const numberOf = (text: unknown) => Number(/\d+/.exec(String(text))?.[0]);
const isOdd = (n: number) => n % 2 === 1;

const roomCount = 6;
const room = (n: number) => `Room ${(n % roomCount) + 1}`;
/** Long enough for each format: in a room, every second session begins when the one before ends. */
const slotMinutes = 45;
const minutesInto = (n: number) => Math.floor(n / roomCount) * slotMinutes;

/** What each event has. */
export const eventLists: EventLists = {
  rooms: numbers(roomCount).map((n) => `Room ${n}`),
  tracks: ['Web'],
  formats: {
    Talk: 30,
    Long: 45,
  },
};

const blankSpeaker = {
  first_name: '',
  last_name: '',
  company_name: '',
  title: '',
  about: '',
  speaker_status: '',
  logistics_notes: '',
  photo_url: '',
  pronouns: '',
  linkedin_url: '',
  twitter_url: '',
  phone: '',
};
const unplaced = {
  room: null,
  start: null,
  end: null,
};
const blankTalk = {
  abstract: '',
  status: 'pending',
  feedback: '',
  track: null,
  format: null,
  ...unplaced,
};

function write({ file, records }: Scene, name: string, header: string, line: (n: number) => string): string {
  writeFileSync(file(name), `${header}\n${numbers(records).map(line).join('\n')}\n`);
  return file(name);
}

/** Talks of both formats, each of a speaker of its own. */
async function fill(scene: Scene): Promise<void> {
  const line = (n: number) => `Talk ${n},s${n}@example.org,${isOdd(n) ? 'Talk' : 'Long'}`;
  await scene.run('submissions', 'import', write(scene, 'seed-talks.csv', 'Title,Email,Format', line));
}

/** No two of these sessions may overlap in a room. */
async function accept(scene: Scene): Promise<void> {
  const sheet = write(scene, 'seed-decisions.csv', 'Title,Status', (n) => `Talk ${n},accepted`);
  await scene.run('submissions', 'apply', sheet);
}

async function place(scene: Scene): Promise<void> {
  await scene.run(
    'sessions',
    'apply',
    writePlaces(scene, 'seed-places.csv', (n) => `${room(n)},${localTime(n)}`),
  );
}

function writePlaces(scene: Scene, name: string, place: (n: number) => string): string {
  return write(scene, name, 'Title,Room,Start', (n) => `Talk ${n},${place(n)}`);
}

/** From four o'clock, in the zone of the event. */
function localTime(n: number, laterMinutes = 0, day = 20): string {
  const minutes = 4 * 60 + minutesInto(n) + laterMinutes;
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `2027-05-${day} ${clock.join(':')}`;
}

/** The time of a session that has the minutes of its format, or the usual ones. */
function timesOf({ title, format }: Fields, laterMinutes = 0, day = 20) {
  const startMs = Date.UTC(2027, 4, day, 2) + (minutesInto(numberOf(title)) + laterMinutes) * 60_000;
  const instant = (ms: number) => new Date(ms).toISOString().replace('.000Z', '+00:00');
  const minutes = format === 'Long' ? 45 : 30;
  return { start: instant(startMs), end: instant(startMs + minutes * 60_000) };
}

const speakersImport: Change = {
  kinds: ['POST speakers'],
  async prepare(scene) {
    const line = (n: number) => `person-${n}@example.org,Person ${n},"Wrote ""Book ${n}"", a novel"`;
    return ['speakers', 'import', write(scene, 'people.csv', 'Email,First name,Bio', line)];
  },
  wanted: ({ submissions }, records) => ({
    submissions,
    speakers: numbers(records).map((n) => ({
      ...blankSpeaker,
      email: `person-${n}@example.org`,
      first_name: `Person ${n}`,
      about: `Wrote "Book ${n}", a novel`,
    })),
  }),
};

const submissionsImport: Change = {
  kinds: ['POST submissions'],
  async prepare(scene) {
    const line = (n: number) => `Talk ${n},person-${n % 50}@example.org,"About ""${n}"", at length"`;
    return ['submissions', 'import', write(scene, 'talks.csv', 'Title,Email,Abstract', line)];
  },
  wanted: ({ speakers }, records) => ({
    speakers: [...speakers, ...submitters(Math.min(50, records), (n) => `person-${n % 50}@example.org`)],
    submissions: numbers(records).map((n) => ({
      ...blankTalk,
      title: `Talk ${n}`,
      submitter_email: `person-${n % 50}@example.org`,
      abstract: `About "${n}", at length`,
    })),
  }),
};

/** Each title is that of three talks of three people. */
const namesakes: Change = {
  kinds: ['POST submissions'],
  async prepare(scene) {
    const line = (n: number) => `Keynote ${Math.ceil(n / 3)},k${n}@example.org,Abstract ${n}`;
    return ['submissions', 'import', write(scene, 'keynotes.csv', 'Title,Email,Abstract', line)];
  },
  wanted: ({ speakers }, records) => ({
    speakers: [...speakers, ...submitters(records, (n) => `k${n}@example.org`)],
    submissions: numbers(records).map((n) => ({
      ...blankTalk,
      title: `Keynote ${Math.ceil(n / 3)}`,
      submitter_email: `k${n}@example.org`,
      abstract: `Abstract ${n}`,
    })),
  }),
};

/** The creation of a talk creates a speaker for its submitter. */
function submitters(count: number, emailOf: (n: number) => string): readonly Fields[] {
  return numbers(count).map((n) => ({ ...blankSpeaker, email: emailOf(n) }));
}

const decisions: Change = {
  kinds: ['PATCH submissions'],
  async prepare(scene) {
    await fill(scene);
    const words = ['Accept', 'nein', 'accepted', 'no'];
    const line = (n: number) => `Talk ${n},${words[n % 4]},"Ann, ${n}"`;
    const sheet = write(scene, 'decisions.csv', 'Title,Decision,Greeting', line);
    const template = scene.file('feedback.txt');
    writeFileSync(template, '"{title}", dear {Greeting}\n');
    return ['submissions', 'apply', sheet, '--feedback-template', template];
  },
  wanted: ({ speakers, submissions }) => ({
    speakers,
    submissions: submissions.map((talk) => {
      const n = numberOf(talk.title);
      return { ...talk, status: isOdd(n) ? 'declined' : 'accepted', feedback: `"Talk ${n}", dear Ann, ${n}` };
    }),
  }),
};

const schedule: Change = {
  kinds: ['PUT sessions'],
  undoKinds: ['DELETE sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    const places = writePlaces(scene, 'places.csv', (n) => `${room(n)},${localTime(n)}`);
    return ['sessions', 'apply', places];
  },
  wanted: (before) => withTalks(before, (talk) => ({ ...talk, room: room(numberOf(talk.title)), ...timesOf(talk) })),
};

/** Each session moves to where the next one of its room begins. */
const delay: Change = {
  kinds: ['PUT sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    const later = writePlaces(scene, 'later.csv', (n) => `${room(n)},${localTime(n, 25)}`);
    return ['sessions', 'apply', later];
  },
  wanted: (before) => withTalks(before, (talk) => ({ ...talk, ...timesOf(talk, 25) })),
};

/** Two of the sessions of a time exchange their rooms, and four of them in turn: one of each must wait elsewhere. */
const rotation: Change = {
  kinds: ['PUT sessions'],
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    const next = [2, 1, 4, 5, 6, 3];
    const rotated = writePlaces(scene, 'rotated.csv', (n) => `Room ${next[n % roomCount]},${localTime(n)}`);
    return ['sessions', 'apply', rotated];
  },
  wanted: (before) =>
    withTalks(before, (talk) => {
      const rooms = ['Room 2', 'Room 1', 'Room 4', 'Room 5', 'Room 6', 'Room 3'];
      return { ...talk, room: rooms[numberOf(talk.title) % roomCount] };
    }),
};

/** Each session of the pair keeps its own duration. */
const swap: Change = {
  kinds: ['PUT sessions'],
  records: 2,
  isOnce: true,
  async prepare(scene) {
    await fill(scene);
    await accept(scene);
    await place(scene);
    return ['sessions', 'swap', 'Talk 1', 'Talk 2'];
  },
  wanted: (before) => withTalks(before, (talk) => ({ ...talk, room: talk.title === 'Talk 1' ? 'Room 3' : 'Room 2' })),
};

function withTalks({ speakers, submissions }: Contents, changed: (talk: Fields) => Fields): Contents {
  return { speakers, submissions: submissions.map(changed) };
}

/** Each file changes the records that exist, and adds as many. */
const program: Change = {
  kinds: ['POST speakers', 'PATCH speakers', 'POST submissions', 'PATCH submissions', 'PUT sessions'],
  undoKinds: ['PUT sessions', 'PATCH submissions', 'PATCH speakers'],
  check: ([, , folder = '']) => ['program', 'plan', folder, '--create', '--detailed-exitcode'],
  async prepare(scene) {
    const people = write(scene, 'seed-people.csv', 'email,first_name', (n) => `s${n}@example.org,S ${n}`);
    await scene.run('speakers', 'import', people);
    await fill(scene);
    await place(scene);
    const folder = scene.file('program');
    await scene.run('program', 'pull', folder, '--private-columns');
    const edit = (name: string, changed: (row: Fields) => Fields, added: (n: number) => Fields) => {
      const path = `${folder}/${name}.csv`;
      const [header = '', ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
      const columns = header.split(',');
      // No cell of these records has a comma.
      const rows = lines.map((line) => {
        const cells = line.split(',');
        return changed(Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])));
      });
      const all = [...rows, ...numbers(scene.records).map(added)];
      const texts = all.map((row) => columns.map((column) => row[column] ?? '').join(','));
      writeFileSync(path, `${[header, ...texts].join('\n')}\n`);
    };
    edit('speakers', changedSpeaker, newSpeaker);
    edit('submissions', changedTalk, (n) => ({ ...addedTalk(n), track_id: 'Web' }));
    edit(
      'schedule',
      (row) => ({ ...row, start: localTime(numberOf(row.title), 0, 21) }),
      (n) => ({ title: `Added ${n}`, room: room(n), start: localTime(n, 0, 22) }),
    );
    return ['program', 'apply', folder, '--create', '--max-changes', String(6 * scene.records)];
  },
  wanted: ({ speakers, submissions }, records) => ({
    speakers: [...speakers.map(changedSpeaker), ...numbers(records).map(newSpeaker)],
    submissions: [
      ...submissions.map((talk) => ({ ...changedTalk(talk), ...timesOf(talk, 0, 21) })),
      ...numbers(records).map((n) => ({
        ...blankTalk,
        ...addedTalk(n),
        track: 'Web',
        room: room(n),
        ...timesOf({ title: n }, 0, 22),
      })),
    ],
  }),
};

function changedSpeaker(speaker: Fields): Fields {
  const n = numberOf(speaker.email);
  return { ...speaker, first_name: `Edited ${n}`, ...(isOdd(n) && { pronouns: 'they/them' }) };
}

function newSpeaker(n: number): Fields {
  return { ...blankSpeaker, email: `new${n}@example.org`, first_name: `New ${n}`, pronouns: 'she/her' };
}

function changedTalk(talk: Fields): Fields {
  const n = numberOf(talk.title);
  return { ...talk, status: isOdd(n) ? 'accepted' : 'accept_queue', abstract: `About ${n}` };
}

function addedTalk(n: number): Fields {
  return {
    title: `Added ${n}`,
    submitter_email: `new${n}@example.org`,
    status: 'accepted',
  };
}

/** What each command of a crash trial changes, in turn. */
export const changesOf = {
  speakers: [speakersImport],
  submissions: [submissionsImport, namesakes],
  decisions: [decisions],
  sessions: [schedule, delay, rotation],
  swap: [swap],
  program: [program],
  undo: [decisions, schedule, delay, rotation, swap, program],
} as const satisfies Readonly<Record<string, readonly Change[]>>;

const keyOf: Readonly<Record<Resource, (record: Fields) => string>> = {
  speakers: ({ email }) => String(email),
  submissions: ({ title, submitter_email }) => `${title} of ${submitter_email}`,
};

/**
 * What an undo leaves: the API cannot delete what was created, and feedback that the server does not show cannot be
 * restored.
 */
export function undone(before: Contents, applied: Contents, showsFeedback: boolean): Contents {
  const restored = (resource: Resource) => {
    const key = keyOf[resource];
    const old = new Map(before[resource].map((record) => [key(record), record]));
    return applied[resource].map((record) => {
      const oldRecord = old.get(key(record));
      if (resource === 'speakers') return oldRecord ?? record;
      const feedback = showsFeedback ? (oldRecord ?? record).feedback : record.feedback;
      return { ...(oldRecord ?? { ...record, ...unplaced }), feedback };
    });
  };
  return { speakers: restored('speakers'), submissions: restored('submissions') };
}

/** What is lost, duplicated, wrong or unexpected, in words. */
export function differences(wanted: Contents, found: Contents): readonly string[] {
  return (['speakers', 'submissions'] as const).flatMap((resource) => {
    const key = keyOf[resource];
    const left = new Map<string, Fields[]>();
    for (const record of found[resource]) left.set(key(record), [...(left.get(key(record)) ?? []), record]);
    const faults = wanted[resource].flatMap((record) => {
      const name = key(record);
      const [own, ...others] = left.get(name) ?? [];
      left.delete(name);
      if (own === undefined) return [`${name} is lost`];
      const wrong = Object.entries(record).filter(([field, value]) => own[field] !== value);
      return [
        ...others.map(() => `${name} is duplicated`),
        ...wrong.map(([field, value]) => `${name}: ${field} is ${own[field]} instead of ${value}`),
      ];
    });
    return [...faults, ...[...left.keys()].map((each) => `${each} is unexpected`)];
  });
}
