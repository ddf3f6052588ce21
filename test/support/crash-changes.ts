// What each crash trial changes: the files, and the records that must be there afterwards.
// Files and expected records are written separately, so that one mistake cannot be in both.
import { readFileSync, writeFileSync } from 'node:fs';
import { blankSpeaker, blankTalk, type Fields } from './crash-contents.ts';
import { delay, delayedRoom, movedRoom, rotation, schedule, swap } from './crash-placements.ts';
import { type Change, fill, place, write } from './crash-scene.ts';
import { isOdd, localTime, numberOf, numbers, room, timesOf } from './crash-slots.ts';

const speakersImport: Change = {
  kinds: ['POST speakers'],
  async prepare(scene) {
    const line = (n: number) =>
      `person-${n}@example.org,Person ${n},"Wrote ""Book ${n}"", a novel"`;
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
    const line = (n: number) =>
      `Talk ${n},person-${n % 50}@example.org,"About ""${n}"", at length"`;
    return ['submissions', 'import', write(scene, 'talks.csv', 'Title,Email,Abstract', line)];
  },
  wanted: ({ speakers }, records) => ({
    speakers: [
      ...speakers,
      ...submitters(Math.min(50, records), (n) => `person-${n % 50}@example.org`),
    ],
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
      return {
        ...talk,
        status: isOdd(n) ? 'declined' : 'accepted',
        feedback: `"Talk ${n}", dear Ann, ${n}`,
      };
    }),
  }),
};

/** Each file changes the records that exist, and adds as many. */
const program: Change = {
  kinds: [
    'POST speakers',
    'PATCH speakers',
    'POST submissions',
    'PATCH submissions',
    'PUT sessions',
  ],
  undoKinds: ['PUT sessions', 'PATCH submissions', 'PATCH speakers'],
  check: ([, , folder = '']) => ['program', 'plan', folder, '--create', '--detailed-exitcode'],
  async prepare(scene) {
    const people = write(
      scene,
      'seed-people.csv',
      'email,first_name',
      (n) => `s${n}@example.org,S ${n}`,
    );
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
  return {
    ...blankSpeaker,
    email: `new${n}@example.org`,
    first_name: `New ${n}`,
    pronouns: 'she/her',
  };
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
  swap: [swap, delayedRoom, movedRoom],
  program: [program],
  undo: [decisions, schedule, rotation, program],
} as const satisfies Readonly<Record<string, readonly Change[]>>;
