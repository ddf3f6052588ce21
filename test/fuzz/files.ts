// Generates the files that commands read, valid ones and damaged ones. Must not run commands.
import * as fc from 'fast-check';
import { factsOf, timetables } from '../support/timetables.ts';
import { zipOf } from '../support/workbooks.ts';
import { applyDamages, type Damage, damagesOf } from './damage.ts';
import { type ReadingName, readings, sample } from './readings.ts';
import { calendars, hostileTimetable, scheduleDocuments, scheduleFormats } from './schedules.ts';
import {
  anyLines,
  type Content,
  gridLines,
  headers,
  type Lines,
  oddFormats,
  plainLines,
  type TableFormat,
  tableFormats,
} from './tables.ts';

/** A file before it is damaged. */
interface IntactFile {
  readonly generator: string;
  readonly reading: ReadingName;
  readonly kind: keyof typeof damagesOf;
  readonly content: Content;
  /** The cells of a table of plain text. */
  readonly lines?: Lines;
  /** What every export of a timetable has, sorted. */
  readonly facts?: readonly string[];
}

/** A file to read, as a command gets it. */
export interface GeneratedFile extends Omit<IntactFile, 'content' | 'kind'> {
  readonly bytes: Buffer;
  /** With all entries unpacked. */
  readonly size: number;
  readonly flags: readonly string[];
  readonly isDamaged: boolean;
}

const headerOf: Readonly<Record<string, keyof typeof headers>> = {
  speakers: 'speakers',
  records: 'speakers',
  'speakers of submissions': 'speakers',
  submissions: 'submissions',
  decisions: 'decisions',
  schedule: 'sessions',
  timetable: 'sessions',
  'talks of autoplace': 'talks',
  'rooms of autoplace': 'rooms',
  'people of autoplace': 'people',
};
const tableReadings = Object.keys(readings).filter((name): name is ReadingName => name in headerOf);
const scheduleReadings = ['schedule', 'timetable', 'submissions', 'speakers', 'talks of autoplace'] as const;

const plainTables = fc
  .tuple(fc.constantFrom(...tableReadings), fc.constantFrom(...tableFormats))
  .chain(([reading, format]) =>
    plainLines(headers[headerOf[reading] ?? 'speakers']).map(
      (lines): IntactFile => ({ ...tableFile(reading, format, lines), lines }),
    ),
  );

const anyTables = fc
  .tuple(fc.constantFrom(...tableReadings), fc.constantFrom(...tableFormats, ...oddFormats))
  .chain(([reading, format]) =>
    anyLines(headers[headerOf[reading] ?? 'speakers']).map((lines) => tableFile(reading, format, lines)),
  );

const grids = fc
  .tuple(
    fc.constantFrom('schedule', 'timetable', 'talks of autoplace'),
    fc.constantFrom(...tableFormats, ...oddFormats),
    gridLines,
  )
  .map(([reading, format, lines]) => tableFile(reading, format, lines));

/** A title that is blank, or has spaces around it, is none. A room of any characters may be a time or a dash. */
const readableTimetables = timetables
  .filter(({ sessions }) => sessions.every(({ title }) => title.trim() === title && title !== ''))
  .map((timetable) => ({
    ...timetable,
    sessions: timetable.sessions.map((session) => ({ ...session, room: `Room ${session.room.trim()}`.trim() })),
  }));

const exported = fc
  .tuple(fc.constantFrom(...scheduleReadings), fc.constantFrom(...scheduleFormats), readableTimetables)
  .map(
    ([reading, { name, damages, write }, timetable]): IntactFile => ({
      generator: name,
      reading,
      kind: damages,
      content: Buffer.from(write(timetable)),
      ...(reading === 'timetable' && timetable.sessions.length > 0 && { facts: factsOf(timetable.sessions) }),
    }),
  );

const hostileExports = fc
  .tuple(fc.constantFrom(...scheduleReadings), fc.constantFrom(...scheduleFormats))
  .map(([reading, { name, damages, write }]) =>
    markupFile(`hostile ${name}`, reading, write(hostileTimetable), damages),
  );

const anySchedules = fc.oneof(
  fc
    .tuple(fc.constantFrom(...scheduleReadings), calendars)
    .map(([reading, text]) => markupFile('any.ics', reading, text)),
  fc
    .tuple(fc.constantFrom(...scheduleReadings), scheduleDocuments)
    .map(([reading, text]) => markupFile('any.xml', reading, text)),
);

/** Samples of the program's own files: their reading, name and kind. */
const samples: readonly (readonly [ReadingName, string, keyof typeof damagesOf])[] = [
  ['feedback', 'feedback.txt', 'text'],
  ['mapping of columns', 'map.json', 'json'],
  ['body of a request', 'body.json', 'json'],
  ['plan of records', 'records-plan.json', 'json'],
  ['plan of sessions', 'sessions-plan.json', 'json'],
  ['plan of a program', 'program-plan.json', 'json'],
  ['speakers of a program', 'program/speakers.csv', 'text'],
  ['submissions of a program', 'program/submissions.csv', 'text'],
  ['schedule of a program', 'program/schedule.csv', 'text'],
  ['settings of a program', 'program/program.json', 'json'],
  ['snapshot of a program', 'program/base.ndjson', 'json'],
  ['list of runs', 'applied/journal.ndjson', 'json'],
  ['journal of a run', 'applied/journal.ndjson', 'json'],
  ['journal to verify', 'applied/journal.ndjson', 'json'],
  ['journal to undo', 'applied/journal.ndjson', 'json'],
  ['journal to resume', 'interrupted/journal.ndjson', 'json'],
  ['rows to resume', 'interrupted/rows.ndjson', 'json'],
  ['settings', 'config.json', 'json'],
  ['settings to change', 'config.json', 'json'],
  ['talks of autoplace', 'talks.csv', 'text'],
  ['rooms of autoplace', 'rooms.csv', 'text'],
  ['people of autoplace', 'people.csv', 'text'],
];

const ownFiles = fc
  .constantFrom(...samples)
  .map(([reading, name, kind]): IntactFile => ({ generator: name, reading, kind, content: sample(name) }));

const intactFiles = fc.oneof(
  { weight: 3, arbitrary: plainTables },
  { weight: 4, arbitrary: anyTables },
  { weight: 2, arbitrary: grids },
  { weight: 2, arbitrary: exported },
  { weight: 1, arbitrary: hostileExports },
  { weight: 3, arbitrary: anySchedules },
  { weight: 5, arbitrary: ownFiles },
);

/** Files to read. About one in four is intact. */
export const generatedFiles: fc.Arbitrary<GeneratedFile> = intactFiles.chain((file) =>
  fc
    .record({
      isIntact: fc.integer({ min: 0, max: 3 }).map((number) => number === 0),
      part: fc.nat(1000),
      inside: damagesOf.markup,
      outside: damagesOf[file.kind],
      flags: fc.subarray<string>([...readings[file.reading].flags]),
    })
    .map(({ isIntact, part, inside, outside, flags }) => {
      const damages = isIntact ? { inside: [], outside: [] } : { inside, outside };
      return fileOf(file, { ...damages, part }, flags);
    }),
);

interface Damages {
  readonly inside: readonly Damage[];
  readonly outside: readonly Damage[];
  /** Of an archive, which entry is damaged inside. */
  readonly part: number;
}

/** Entries are damaged before they are packed: otherwise, only their checksums would be tested. */
function fileOf(
  { content, kind: _, ...file }: IntactFile,
  { inside, outside, part }: Damages,
  flags: readonly string[],
): GeneratedFile {
  const isDamaged = inside.length + outside.length > 0;
  if (Buffer.isBuffer(content)) {
    const bytes = applyDamages(content, outside);
    return { ...file, bytes, size: bytes.length, flags, isDamaged: outside.length > 0 };
  }
  const names = Object.keys(content);
  const damagedName = names[part % names.length];
  const entries = names.map((name) => {
    const bytes = Buffer.from(content[name] ?? '');
    return [name, name === damagedName ? applyDamages(bytes, inside) : bytes] as const;
  });
  const unpacked = entries.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  const bytes = applyDamages(zipOf(Object.fromEntries(entries), { deflate: true }), outside);
  return { ...file, bytes, size: bytes.length + unpacked, flags, isDamaged };
}

function tableFile(reading: ReadingName, { name, damages, write }: TableFormat, lines: Lines): IntactFile {
  return { generator: name, reading, kind: damages, content: write(lines) };
}

function markupFile(
  generator: string,
  reading: ReadingName,
  text: string,
  kind: IntactFile['kind'] = 'markup',
): IntactFile {
  return { generator, reading, kind, content: Buffer.from(text) };
}
