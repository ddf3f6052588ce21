// What a crash trial changes: the files of each kind of change, and the records that must be there afterwards.
// Files and expected records are written separately, so that one mistake cannot be in both.
import { readFileSync, writeFileSync } from 'node:fs';
import type { CrashEvent } from './crash-stage.ts';

type Fields = Readonly<Record<string, unknown>>;
type Resource = 'speakers' | 'submissions';

/** The records of an event, or those of their fields that matter. */
export type Contents = Readonly<Record<Resource, readonly Fields[]>>;

/** An empty event, and how many records of each kind are changed in it. */
export type Scene = Pick<CrashEvent, 'file' | 'run'> & { readonly records: number };

export interface Change {
  /** Fills the event and writes the files. @returns the command line that makes the change */
  prepare(scene: Scene): Promise<readonly string[]>;
  /** The kinds of writes that the command sends, in their order: of each, at least one for each of the records. */
  readonly kinds: readonly string[];
  /** A command line that must end with 0 when the change was made. */
  readonly check?: (args: readonly string[]) => readonly string[];
  wanted(before: Contents, records: number): Contents;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const numberOf = (text: unknown) => Number(/\d+/.exec(String(text))?.[0]);
const isOdd = (n: number) => n % 2 === 1;

/** What the service shows of fields that nobody has given. */
const blankSpeaker = {
  ...{ first_name: '', last_name: '', company_name: null, title: null, about: null, speaker_status: null },
  ...{ logistics_notes: null, photo_url: '', pronouns: '', linkedin_url: '', twitter_url: '', phone: '' },
};
const blankTalk = {
  ...{ abstract: '', submitter_first_name: '', submitter_last_name: '', track_id: null, format_id: null },
  ...{ status: 'pending', feedback: '' },
};

function write({ file, records }: Scene, name: string, header: string, line: (n: number) => string): string {
  writeFileSync(file(name), `${header}\n${numbers(records).map(line).join('\n')}\n`);
  return file(name);
}

async function fill(scene: Scene): Promise<void> {
  const talks = write(scene, 'seed-talks.csv', 'Title,Email', (n) => `Talk ${n},s${n}@example.org`);
  await scene.run('submissions', 'import', talks);
}

async function place(scene: Scene): Promise<void> {
  const places = write(scene, 'seed-places.csv', 'Title,Room,Start', (n) => `Talk ${n},Room ${n},2027-05-20 10:00`);
  await scene.run('sessions', 'apply', places);
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
    speakers,
    submissions: numbers(records).map((n) => ({
      ...blankTalk,
      title: `Talk ${n}`,
      submitter_email: `person-${n % 50}@example.org`,
      abstract: `About "${n}", at length`,
    })),
  }),
};

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

const hall = (n: number) => ({ room: `Hall ${n}`, start: '2027-05-20T12:00:00+02:00' });

const schedule: Change = {
  kinds: ['PUT sessions'],
  async prepare(scene) {
    await fill(scene);
    await place(scene);
    const moved = write(scene, 'moved.csv', 'Title,Room,Start', (n) => `Talk ${n},Hall ${n},2027-05-20 12:00`);
    return ['sessions', 'apply', moved];
  },
  wanted: ({ speakers, submissions }) => ({
    speakers,
    submissions: submissions.map((talk) => ({ ...talk, ...hall(numberOf(talk.title)) })),
  }),
};

/** Each file changes the records that exist, and adds as many. */
const program: Change = {
  kinds: ['POST speakers', 'PATCH speakers', 'POST submissions', 'PATCH submissions', 'PUT sessions'],
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
    edit('submissions', changedTalk, newTalk);
    edit(
      'schedule',
      (row) => ({ ...row, ...hall(numberOf(row.title)) }),
      (n) => ({ title: `Added ${n}`, ...lab(n) }),
    );
    return ['program', 'apply', folder, '--create', '--max-changes', String(6 * scene.records)];
  },
  wanted: ({ speakers, submissions }, records) => ({
    speakers: [...speakers.map(changedSpeaker), ...numbers(records).map(newSpeaker)],
    submissions: [
      ...submissions.map((talk) => ({ ...changedTalk(talk), ...hall(numberOf(talk.title)) })),
      ...numbers(records).map((n) => ({ ...newTalk(n), ...lab(n) })),
    ],
  }),
};

const lab = (n: number) => ({ room: `Lab ${n}`, start: '2027-05-20T14:00:00+02:00' });

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

function newTalk(n: number): Fields {
  return {
    ...blankTalk,
    title: `Added ${n}`,
    submitter_email: `new${n}@example.org`,
    track_id: 'web',
    status: 'accepted',
  };
}

/** What each command of a crash trial changes, in turn. */
export const changesOf = {
  speakers: [speakersImport],
  submissions: [submissionsImport],
  decisions: [decisions],
  sessions: [schedule],
  program: [program],
  undo: [decisions, schedule, program],
} as const satisfies Readonly<Record<string, readonly Change[]>>;

const keys = { speakers: 'email', submissions: 'title' } as const;

/** What an undo leaves: the API can neither delete what was created, nor take a session out of the schedule. */
export function undone(before: Contents, applied: Contents): Contents {
  const restored = (resource: Resource) => {
    const old = new Map(before[resource].map((record) => [record[keys[resource]], record]));
    return applied[resource].map((record) => old.get(record[keys[resource]]) ?? record);
  };
  return { speakers: restored('speakers'), submissions: restored('submissions') };
}

/** What is lost, duplicated, wrong or unexpected, in words. */
export function differences(wanted: Contents, found: Contents): readonly string[] {
  return (['speakers', 'submissions'] as const).flatMap((resource) => {
    const key = keys[resource];
    const left = new Map<unknown, Fields[]>();
    for (const record of found[resource]) left.set(record[key], [...(left.get(record[key]) ?? []), record]);
    const faults = wanted[resource].flatMap((record) => {
      const [own, ...others] = left.get(record[key]) ?? [];
      left.delete(record[key]);
      if (own === undefined) return [`${record[key]} is lost`];
      const wrong = Object.entries(record).filter(([field, value]) => field !== 'updated_at' && own[field] !== value);
      return [
        ...others.map(() => `${record[key]} is duplicated`),
        ...wrong.map(([field, value]) => `${record[key]}: ${field} is ${own[field]} instead of ${value}`),
      ];
    });
    return [...faults, ...[...left.keys()].map((each) => `${each} is unexpected`)];
  });
}
