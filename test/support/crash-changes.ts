// What a crash trial changes: the files of each kind of change, and the records that must be there afterwards.
// Files and expected records are written separately, so that one mistake cannot be in both.
import { readFileSync, writeFileSync } from 'node:fs';
import { blankSpeaker, blankTalk, type Contents, type Fields } from './crash-contents.ts';
import { isOdd, localTime, numberOf, numbers, room, roomCount, timesOf } from './crash-slots.ts';
import type { CrashEvent } from './crash-stage.ts';

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
  undo: [decisions, schedule, rotation, program],
} as const satisfies Readonly<Record<string, readonly Change[]>>;
