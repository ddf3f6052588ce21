// The records of a crash trial of programs: as files create them, as other files change them, and as they must be then.

type Fields = Readonly<Record<string, unknown>>;
type Resource = 'speakers' | 'submissions';

/** Records, or those of their fields that matter. */
export type Contents = Readonly<Record<Resource, readonly Fields[]>>;

const keys = { speakers: 'email', submissions: 'title' } as const;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
const isOdd = (n: number) => n % 2 === 1;
const statusOf = (n: number) => (isOdd(n) ? 'accepted' : 'accept_queue');

/** Command, name and content of the files that fill the event. Every second talk is placed. */
export function seedFiles(records: number): readonly (readonly [readonly string[], string, string])[] {
  const all = numbers(records);
  const lines = (header: string, rows: readonly string[]) => `${header}\n${rows.join('\n')}\n`;
  return [
    [
      ['speakers', 'import'],
      'people.csv',
      lines(
        'email,first_name',
        all.map((n) => `s${n}@example.org,S ${n}`),
      ),
    ],
    [
      ['submissions', 'import'],
      'talks.csv',
      lines(
        'title,submitter_email',
        all.map((n) => `Talk ${n},s${n}@example.org`),
      ),
    ],
    [
      ['sessions', 'apply'],
      'places.csv',
      lines(
        'title,room,start',
        all.filter(isOdd).map((n) => `Talk ${n},Room ${n},2027-05-20 10:00`),
      ),
    ],
  ];
}

/** A file of the program with a change of each record, and as many new ones as it had. */
export function editedFile(name: Resource | 'schedule', text: string, records: number): string {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const columns = header.split(',');
  const rows = lines.map((line) => recordOf(columns, line.split(',')));
  const changed = { speakers: changedSpeaker, submissions: changedSubmission, schedule: changedSession }[name];
  const added = numbers(records).map({ speakers: newSpeaker, submissions: newSubmission, schedule: newSession }[name]);
  const placed =
    name === 'schedule'
      ? numbers(records)
          .filter((n) => !isOdd(n))
          .map(firstPlace)
      : [];
  const all = [...rows.map(changed), ...placed, ...added];
  return `${[header, ...all.map((row: Fields) => columns.map((column) => row[column] ?? '').join(','))].join('\n')}\n`;
}

/** What the event must have after the program is applied. */
export function wantedContents(before: Contents, records: number): Contents {
  const all = numbers(records);
  const places = new Map(
    [...before.submissions.map(changedSession), ...all.map(newSession)].map(({ title, room, start }) => [
      title,
      { room, start },
    ]),
  );
  const placed = (talk: Fields): Fields => ({ ...talk, ...places.get(talk.title) });
  return {
    speakers: [...before.speakers.map(changedSpeaker), ...all.map(newSpeaker)],
    submissions: [...before.submissions.map(changedSubmission).map(placed), ...all.map(newSubmission).map(placed)],
  };
}

/** The API can neither delete what was created, nor take a session out of the schedule. */
export function wantedAfterUndo(before: Contents, applied: Contents): Contents {
  const restored = (resource: Resource) => {
    const old = new Map(before[resource].map((record) => [record[keys[resource]], record]));
    return applied[resource].map((record) => {
      const { room, start } = record;
      const earlier = old.get(record[keys[resource]]);
      if (earlier === undefined) return record;
      return resource === 'submissions' && !earlier.room ? { ...earlier, room, start } : earlier;
    });
  };
  return { speakers: restored('speakers'), submissions: restored('submissions') };
}

/** What is lost, duplicated, wrong or unexpected. */
export function differences(wanted: Contents, found: Contents): readonly string[] {
  return (['speakers', 'submissions'] as const).flatMap((resource) => {
    const key = keys[resource];
    const known = new Set(wanted[resource].map((record) => record[key]));
    const unexpected = found[resource].filter((record) => !known.has(record[key]));
    return [
      ...unexpected.map((record) => `${record[key]} is unexpected`),
      ...wanted[resource].flatMap((record) =>
        differing(
          record,
          found[resource].filter((each) => each[key] === record[key]),
          key,
        ),
      ),
    ];
  });
}

function differing(wanted: Fields, found: readonly Fields[], key: string): readonly string[] {
  const [record, ...others] = found;
  if (record === undefined) return [`${wanted[key]} is lost`];
  const wrong = Object.entries(wanted).filter(([field, value]) => field !== 'updated_at' && record[field] !== value);
  return [
    ...others.map(() => `${wanted[key]} is duplicated`),
    ...wrong.map(([field, value]) => `${wanted[key]}: ${field} is ${record[field]} instead of ${value}`),
  ];
}

const recordOf = (columns: readonly string[], cells: readonly string[]): Fields =>
  Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
const numberOf = (text: unknown) => Number(/\d+/.exec(String(text))?.[0]);

function changedSpeaker(speaker: Fields): Fields {
  const n = numberOf(speaker.email);
  return { ...speaker, first_name: `Edited ${n}`, ...(isOdd(n) && { pronouns: 'they/them' }) };
}

/** The API sets pronouns only with an update, so that it takes two requests. */
function newSpeaker(n: number): Fields {
  return { email: `new${n}@example.org`, first_name: `New ${n}`, pronouns: 'she/her' };
}

function changedSubmission(talk: Fields): Fields {
  const n = numberOf(talk.title);
  return { ...talk, status: statusOf(n), abstract: `About ${n}` };
}

/** Two requests as well, because of the status. */
function newSubmission(n: number): Fields {
  return { title: `Added ${n}`, submitter_email: `new${n}@example.org`, track_id: 'web', status: 'accepted' };
}

function changedSession({ submission_id, title }: Fields): Fields {
  return { submission_id, ...firstPlace(numberOf(title)) };
}

function firstPlace(n: number): Fields {
  return { title: `Talk ${n}`, room: `Hall ${n}`, start: '2027-05-20T12:00:00+02:00' };
}

function newSession(n: number): Fields {
  return { title: `Added ${n}`, room: `Lab ${n}`, start: '2027-05-20T14:00:00+02:00' };
}
