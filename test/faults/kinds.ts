// The ten kinds of commands that the table runs: how each is called, and what the service holds if it succeeds.
import type { Codes } from './codes.ts';

/** What a command line may name. */
export interface Names {
  /** The id of the n-th submission, and of the first speaker. */
  readonly talk: string;
  readonly speaker: string;
  /** A file or folder of this command. */
  file(name: string): string;
  /** The run of an earlier `apply`. */
  readonly run: string;
}

export interface Kind {
  readonly name: string;
  readonly class: keyof Codes;
  /** As a user reads it. */
  readonly shown: string;
  args(names: Names): readonly string[];
  /** Whether it prints its records while it reads them. */
  readonly isStreamed?: true;
  /** Whether a run with three changes comes first. */
  readonly undoes?: true;
  /** Which of its requests is struck first, from 1: of the writes, if it writes. */
  readonly from: number;
  /** The records that it changes, as `held` writes them, before and after. */
  readonly changes: readonly (readonly [before: string | undefined, after: string])[];
}

type Fields = Readonly<Record<string, string>>;

export const speakers: readonly Fields[] = [
  { email: 'amina@example.org', first_name: 'Amina', last_name: 'Okoyé' },
  { email: 'bo@example.org', first_name: 'Bo', last_name: 'Lind' },
  { email: 'chen@example.org', first_name: 'Chen', last_name: 'Wéi' },
];

export const talks: readonly Fields[] = ['Queues à gogo', 'Types', 'Clocks à la carte'].map((title, at) => ({
  title,
  submitter_email: speakers[at]?.email ?? '',
}));

export const files: Readonly<Record<string, string>> = {
  'speakers.csv':
    'email,first_name,last_name\ndaria@example.org,Daria,Ekström\nemre@example.org,Emre,Sü\nfay@example.org,Fay,Lé\n',
  'decisions.csv': `title,status\n${talks.map(({ title }) => `${title},accepted\n`).join('')}`,
};

/** A record as one line: what identifies it, then what a command may change. */
export function held(resource: 'speakers' | 'submissions', record: Readonly<Record<string, unknown>>): string {
  const names = resource === 'speakers' ? ['email', 'first_name', 'last_name'] : ['title', 'status', 'room', 'start'];
  return names.map((name) => record[name] ?? '-').join(' | ');
}

const decided = talks.map(
  ({ title = '' }) =>
    [held('submissions', { title, status: 'pending' }), held('submissions', { title, status: 'accepted' })] as const,
);
const place = { room: 'Hall', start: '2027-05-20T10:00:00+02:00' };

export const kinds: readonly Kind[] = [
  {
    name: 'read',
    class: 'reads',
    shown: 'submissions show',
    args: ({ talk }) => ['submissions', 'show', talk],
    from: 1,
    changes: [],
  },
  {
    name: 'list',
    class: 'reads',
    shown: 'speakers list --all',
    args: () => ['speakers', 'list', '--all', '--page-size', '2'],
    isStreamed: true,
    from: 2,
    changes: [],
  },
  {
    name: 'create',
    class: 'creation',
    shown: 'speakers add',
    args: () => ['speakers', 'add', '--email', 'daria@example.org', '--first-name', 'Daria', '--last-name', 'Ekström'],
    from: 1,
    changes: [[undefined, held('speakers', { email: 'daria@example.org', first_name: 'Daria', last_name: 'Ekström' })]],
  },
  {
    name: 'update',
    class: 'change',
    shown: 'speakers update',
    args: ({ speaker }) => ['speakers', 'update', speaker, '--last-name', 'Okafór'],
    from: 1,
    changes: [[held('speakers', { ...speakers[0] }), held('speakers', { ...speakers[0], last_name: 'Okafór' })]],
  },
  {
    name: 'place',
    class: 'change',
    shown: 'sessions place',
    args: ({ talk }) => ['sessions', 'place', talk, '--room', place.room, '--start', place.start],
    from: 1,
    changes: [
      [
        held('submissions', { title: 'Queues à gogo', status: 'pending' }),
        held('submissions', { title: 'Queues à gogo', status: 'pending', ...place }),
      ],
    ],
  },
  {
    name: 'import',
    class: 'creations',
    shown: 'speakers import',
    args: ({ file }) => ['speakers', 'import', file('speakers.csv'), '--concurrency', '1'],
    from: 2,
    changes: ['daria@example.org | Daria | Ekström', 'emre@example.org | Emre | Sü', 'fay@example.org | Fay | Lé'].map(
      (line) => [undefined, line] as const,
    ),
  },
  {
    name: 'apply',
    class: 'changes',
    shown: 'submissions apply',
    args: ({ file }) => ['submissions', 'apply', file('decisions.csv'), '--concurrency', '1'],
    from: 2,
    changes: decided,
  },
  {
    name: 'undo',
    class: 'changes',
    shown: 'runs undo',
    args: ({ run }) => ['runs', 'undo', run, '--concurrency', '1'],
    undoes: true,
    from: 2,
    changes: decided.map(([before, after]) => [after, before] as const),
  },
  {
    name: 'pull',
    class: 'reads',
    shown: 'program pull',
    args: ({ file }) => ['program', 'pull', file('program')],
    from: 2,
    changes: [],
  },
  {
    name: 'plan',
    class: 'reads',
    shown: 'submissions plan',
    args: ({ file }) => ['submissions', 'plan', file('decisions.csv')],
    from: 1,
    changes: [],
  },
];
