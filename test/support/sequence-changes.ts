// The commands of a random sequence: for each its event, its files, its words, and the records that
// must be there afterward.
import { readFileSync, writeFileSync } from 'node:fs';
import type { Fields, Resource } from './servers/server.ts';

export type Records = Readonly<Record<Resource, readonly Fields[]>>;

/** A folder, and how to run a command without faults. */
export interface Scene {
  /** How many records the command writes. */
  readonly rows: number;
  file(name: string): string;
  run(...words: readonly string[]): Promise<unknown>;
}

export interface Change {
  /** The event before. */
  seed(rows: number): Records;
  /** Writes the files. @returns the command */
  prepare(scene: Scene): Promise<readonly string[]>;
  /** Fields of all records afterward, in any order. */
  wanted(rows: number): Records;
  readonly isUndoable: boolean;
  /** It creates one record without looking whether it exists. */
  readonly isSingleCreation?: boolean;
  /** It also updates a record that another client has created meanwhile. */
  readonly updatesOthers?: boolean;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const email = (n: number) => `s${n}@example.org`;
const title = (n: number) => `Talk ${n}`;
const hour = (n: number) => `2027-05-20T${String(8 + n).padStart(2, '0')}:00:00+00:00`;
/** Every third row of an import has a record. */
const exists = (n: number) => n % 3 === 0;
const isPlaced = (n: number) => n % 2 === 0;

const speaker = (n: number): Fields => ({ email: email(n), first_name: `Name ${n}`, pronouns: '' });
const talk = (n: number): Fields => {
  const fields = {
    title: title(n),
    submitter_email: email(n),
    abstract: `About ${n}`,
    status: 'pending',
    feedback: '',
  };
  return isPlaced(n) ? { ...fields, room: `Hall ${n}`, start: hour(n) } : fields;
};
const place = (n: number): Fields => ({ room: `Lab ${n}`, start: hour(n) });
/** Without the values that a creation does not send. */
const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
const speakers = (rows: number) => numbers(rows).map(speaker);
const talks = (rows: number) => numbers(rows).map(talk);

/** Writes a CSV file with a line for each row. */
function write({ file, rows }: Scene, header: string, line: (n: number) => string): string {
  writeFileSync(file('rows.csv'), `${[header, ...numbers(rows).map(line)].join('\n')}\n`);
  return file('rows.csv');
}

function decisions(withFeedback: boolean): Change {
  const decided = (n: number): Fields => ({
    ...talk(n),
    status: n % 2 === 0 ? 'accepted' : 'declined',
    ...(withFeedback && { feedback: `Thanks ${n}` }),
  });
  return {
    seed: (rows) => ({ speakers: [], submissions: talks(rows) }),
    async prepare(scene) {
      const line = (n: number) =>
        `${title(n)},${n % 2 === 0 ? 'yes' : 'no'}${withFeedback ? `,Thanks ${n}` : ''}`;
      return [
        'submissions',
        'apply',
        write(scene, `Title,Decision${withFeedback ? ',Feedback' : ''}`, line),
      ];
    },
    wanted: (rows) => ({ speakers: [], submissions: numbers(rows).map(decided) }),
    isUndoable: true,
  };
}

/**
 * A folder in which a speaker, a decision and a place of each row differ; the last row is new if it
 * creates.
 */
function program(creates: boolean): Change {
  const old = (rows: number) => (creates ? rows - 1 : rows);
  const edited = (n: number): Fields => ({
    ...talk(n),
    status: 'accepted',
    ...(isPlaced(n) && place(n)),
  });
  return {
    seed: (rows) => ({ speakers: speakers(old(rows)), submissions: talks(old(rows)) }),
    async prepare({ file, rows, run }) {
      await run('program', 'pull', file('program'), '--private-columns');
      const edit = (name: string, from: string, to: string, added: Fields) => {
        const [header = '', ...lines] = readFileSync(file(`program/${name}`), 'utf8')
          .trimEnd()
          .split('\n');
        const line = header.split(',').map((column) => added[column] ?? '');
        const all = [
          header,
          ...lines.map((each) => each.replace(from, to)),
          ...(creates ? [line.join()] : []),
        ];
        writeFileSync(file(`program/${name}`), `${all.join('\n')}\n`);
      };
      edit('speakers.csv', 'Name', 'New', speaker(rows));
      edit('submissions.csv', 'pending', 'accepted', edited(rows));
      edit('schedule.csv', 'Hall', 'Lab', { ...edited(rows), ...place(rows) });
      return ['program', 'apply', file('program'), ...(creates ? ['--create'] : [])];
    },
    wanted: (rows) => ({
      speakers: numbers(rows).map((n) =>
        n > old(rows) ? given(speaker(n)) : { ...speaker(n), first_name: `New ${n}` },
      ),
      submissions: numbers(rows).map((n) =>
        n > old(rows) ? { ...given(edited(n)), ...place(n) } : edited(n),
      ),
    }),
    isUndoable: true,
    updatesOthers: true,
  };
}

export const changes: Readonly<Record<string, Change>> = {
  'speakers import': {
    seed: (rows) => ({
      speakers: speakers(rows).filter((_, at) => exists(at + 1)),
      submissions: [],
    }),
    prepare: async (scene) => [
      'speakers',
      'import',
      write(scene, 'Email,First name', (n) => `${email(n)},Name ${n}`),
    ],
    wanted: (rows) => ({
      speakers: numbers(rows).map((n) => ({ email: email(n), first_name: `Name ${n}` })),
      submissions: [],
    }),
    isUndoable: false,
  },
  'submissions import': {
    seed: (rows) => ({ speakers: [], submissions: talks(rows).filter((_, at) => exists(at + 1)) }),
    prepare: async (scene) => [
      'submissions',
      'import',
      write(scene, 'Title,Submitter email,Abstract', (n) => `${title(n)},${email(n)},About ${n}`),
    ],
    wanted: (rows) => ({
      speakers: [],
      submissions: numbers(rows).map((n) => ({
        title: title(n),
        submitter_email: email(n),
        abstract: `About ${n}`,
      })),
    }),
    isUndoable: false,
  },
  decisions: decisions(false),
  'decisions with feedback': decisions(true),
  'speakers apply': {
    seed: (rows) => ({ speakers: speakers(rows), submissions: [] }),
    prepare: async (scene) => [
      'speakers',
      'apply',
      write(scene, 'Email,First name,Pronouns', (n) => `${email(n)},New ${n},they/them`),
    ],
    wanted: (rows) => ({
      speakers: numbers(rows).map((n) => ({
        email: email(n),
        first_name: `New ${n}`,
        pronouns: 'they/them',
      })),
      submissions: [],
    }),
    isUndoable: true,
  },
  'sessions apply': {
    seed: (rows) => ({ speakers: [], submissions: talks(rows) }),
    prepare: async (scene) => [
      'sessions',
      'apply',
      write(scene, 'Title,Room,Start,Duration', (n) => `${title(n)},Lab ${n},${hour(n)},45`),
    ],
    wanted: (rows) => ({
      speakers: [],
      submissions: talks(rows).map((fields, at) => ({ ...fields, ...place(at + 1) })),
    }),
    isUndoable: true,
  },
  'program apply': program(false),
  'program apply --create': program(true),
  'speakers add': {
    seed: () => ({ speakers: [speaker(2)], submissions: [] }),
    prepare: async () => ['speakers', 'add', '--email', email(1), '--first-name', 'Name 1'],
    wanted: () => ({
      speakers: [speaker(2), { email: email(1), first_name: 'Name 1' }],
      submissions: [],
    }),
    isUndoable: false,
    isSingleCreation: true,
  },
  'submissions add': {
    seed: () => ({ speakers: [], submissions: [talk(2)] }),
    prepare: async () => ['submissions', 'add', '--title', title(1), '--submitter-email', email(1)],
    wanted: () => ({
      speakers: [],
      submissions: [talk(2), { title: title(1), submitter_email: email(1) }],
    }),
    isUndoable: false,
    isSingleCreation: true,
  },
  'speakers update': {
    seed: () => ({ speakers: [speaker(1)], submissions: [] }),
    prepare: async () => ['speakers', 'update', 'rec_1', '--first-name', 'New 1'],
    wanted: () => ({ speakers: [{ ...speaker(1), first_name: 'New 1' }], submissions: [] }),
    isUndoable: false,
  },
};
