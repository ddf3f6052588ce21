// Commands whose input has one long text, in each place of a file or a response that has texts.
// Must not know how long it is.
import { writeFileSync } from 'node:fs';
import { run } from '../../src/cli/run.ts';
import { escapeMarkup } from '../../src/contract/escape.ts';
import { csvText } from '../../src/files/csv-write.ts';
import { ownFiles } from './file-samples.ts';
import { instantClock } from './instant-clock.ts';
import { environment, testIo } from './program.ts';
import { type Received, type Reply, startScriptedServer, wholeList } from './scripted-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { odsLine, odsOf, odsTable, odsText, textRow, xlsxOf } from './workbooks.ts';

/** A command that reads a text somewhere. */
export interface Reader {
  readonly name: string;
  readonly args: readonly string[];
  /** The file `input` that has the text. */
  readonly file?: (text: string) => string | Buffer;
  /** What the service lists: the text is in one field of one record. */
  readonly records?: (text: string) => Records;
}

interface Records {
  readonly speakers?: readonly object[];
  readonly submissions?: readonly object[];
}

const speaker = { id: 'spk_1', email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };
const session = {
  id: 'sub_1',
  title: 'Queues',
  abstract: 'About queues',
  status: 'accepted',
  submitter_email: 'ada@example.org',
  room: 'Aula',
  starts_at: '2027-05-20T09:00:00+02:00',
  ends_at: '2027-05-20T09:45:00+02:00',
  speakers: [speaker],
  // One that a JSON parser would round.
  number: 12_345_678_901_234_567_000,
};

/** A row of a file for each of these columns, in which that one has the text. */
function fileReaders(
  words: string,
  row: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): readonly Reader[] {
  const columns = Object.keys(row);
  return [...columns, ...more].map((column) => ({
    name: `${words}: ${column}`,
    args: words.split(' '),
    file: (text) => {
      const long = { ...row, [column]: text };
      return csvText([Object.keys(long), Object.values(row), Object.values(long)]);
    },
  }));
}

/** The same for the fields of a record of the service. */
function recordReaders(words: string, list: keyof Records, record: object): readonly Reader[] {
  return Object.keys(record).map((field) => ({
    name: `${words}: ${field} of ${list}`,
    args: words.split(' '),
    records: (text) => ({ [list]: [record, { ...record, [field]: text }] }),
  }));
}

const person = {
  email: 'ada@example.org',
  name: 'Ada Lovelace',
  company_name: 'ACME',
  title: 'CTO',
  about: 'x',
  Reply: 'yes',
  Notes: 'x',
};
const talk = {
  title: 'Queues',
  speakers: 'Ada Lovelace; Bo Li',
  abstract: 'x',
  Decision: 'accepted',
  submitter_email: 'ada@example.org',
  feedback: 'x',
  track: 'Web',
};
const slot = {
  title: 'Queues',
  room: 'Aula',
  start: '2027-05-20 09:00',
  end: '10:00',
  speakers: 'Ada Lovelace',
  duration: '60',
};
const day = { title: 'Queues', room: 'Aula', date: '2027-05-20', time: '9:00-10:00', zone: 'UTC' };

const tables: readonly Reader[] = [
  ...fileReaders('speakers plan input', person, ['Speaker 2', 'photo_url']),
  ...fileReaders('speakers import input --dry-run', person),
  ...fileReaders('submissions plan input', talk, ['Speaker 1', 'Email 1', 'Co-authors']),
  ...fileReaders('submissions import input --dry-run', talk),
  ...fileReaders('sessions plan input --fail-on never', slot),
  ...fileReaders('sessions plan input --fail-on never', day),
  ...['name', 'Decision', 'Start (', ''].map((begin) => ({
    name: `a header that begins with "${begin}"`,
    args: ['submissions', 'plan', 'input'],
    file: (text: string) =>
      csvText([
        ['title', `${begin}${text}`],
        ['Queues', 'x'],
      ]),
  })),
  ...[0, 1, 2, 3].map((at) => ({
    name: `cell ${at} of a grid`,
    args: ['sessions', 'plan', 'input', '--fail-on', 'never'],
    file: (text: string) => {
      const cells = ['2027-05-20', 'Aula', '9:30-10:15', 'Queues'];
      const [date = '', room = '', time = '', title = ''] = cells.with(at, text);
      return csvText([
        [date, room, 'Lab'],
        [time, title, 'Types'],
        ['10:30', 'Lunch', 'Lunch'],
      ]);
    },
  })),
  ...recordReaders('speakers list', 'speakers', { ...speaker, about: 'x', company_name: 'A' }),
  ...recordReaders('speakers show spk_1', 'speakers', { ...speaker, about: 'x' }),
  ...recordReaders('submissions list', 'submissions', session),
  ...recordReaders('submissions show sub_1', 'submissions', session),
  ...recordReaders('sessions list', 'submissions', session),
  ...recordReaders('sessions check --fail-on never', 'submissions', session),
  ...recordReaders('timetable show', 'submissions', session),
  ...['html', 'ics', 'csv', 'schedule-xml', 'schedule-json'].flatMap((format) =>
    recordReaders(`timetable export --format ${format}`, 'submissions', session),
  ),
  ...recordReaders('status', 'submissions', session),
  ...recordReaders('program pull folder', 'submissions', session),
  ...fileReaders('submissions plan input', talk).map((reader) => ({
    ...reader,
    name: `${reader.name}, beside such a record`,
    records: (text: string) => ({
      submissions: [session, { ...session, id: 'sub_2', title: text }],
    }),
  })),
];

const timed = ['title', 'room', 'start'];
const planFile = 'sessions plan input --fail-on never';

/** Files of other formats than CSV, which have the text in one place. */
const formats: readonly Reader[] = [
  ...['SUMMARY:', 'LOCATION:', 'DESCRIPTION:', 'CATEGORIES:', 'X-A;B="', 'DTSTART;TZID='].map(
    (begin) => fileReader(`a calendar: ${begin}`, planFile, (text) => calendar(begin + text)),
  ),
  fileReader('a calendar: CN', planFile, (text) => calendar(`ATTENDEE;CN="${text}":mailto:a@b.c`)),
  fileReader('a schedule (XML)', planFile, (text) => {
    const event = `<event><title>${escapeMarkup(text)}</title><!--${text.replaceAll('-', '')}-->`;
    const room = `<room name="R">${event}</event></room>`;
    return `<schedule><day date="2027-05-20">${room}</day></schedule>`;
  }),
  fileReader('references of XML', planFile, (text) => {
    const title = '&#x41;'.repeat(text.length / 2);
    return (
      `<schedule><day><room name="R"><event><title>${title}</title></event></room></day>` +
      '</schedule>'
    );
  }),
  fileReader('a list (JSON)', planFile, (text) =>
    JSON.stringify([{ title: text, room: { name: text }, start: '', speakers: [{ name: text }] }]),
  ),
  fileReader('text that is no JSON', planFile, (text) => `[{"title":${text}`),
  fileReader('a workbook (XLSX)', planFile, (text) =>
    xlsxOf({ sheets: [{ name: 'S', rows: textRow(1, ...timed) + textRow(2, text, text, text) }] }),
  ),
  fileReader('a document (ODS)', planFile, (text) => {
    const cells = [text, text, text].map((cell) => odsText(escapeMarkup(cell)));
    return odsOf(odsTable('S', odsLine(...timed.map(odsText)), odsLine(...cells)));
  }),
  fileReader('quoted CSV', planFile, (text) => `title,room,start\n"${text}`),
  fileReader('a saved plan', 'sessions apply input --yes --fail-on never', (text) =>
    String(ownFiles.get('sessions-plan.json')).replaceAll('"Queues"', JSON.stringify(text)),
  ),
  fileReader('the input of a record', 'speakers add --input input', (text) =>
    JSON.stringify({ email: text, first_name: text, about: text }),
  ),
];

export const readers: readonly Reader[] = [...tables, ...formats];

function fileReader(name: string, words: string, file: Reader['file']): Reader {
  return { name, args: words.split(' '), ...(file !== undefined && { file }) };
}

function calendar(line: string): string {
  const event = `BEGIN:VEVENT\r\nDTSTART:20270520T090000Z\r\n${line}\r\nEND:VEVENT\r\n`;
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${event}END:VCALENDAR\r\n`;
}

/** Runs a reader, against a service of its own. */
export async function openReaders() {
  let records: Records = {};
  const server = await startScriptedServer((request) => respond(request, records));
  const folder = temporaryFolder();
  const env = environment({
    PLENARY_BASE_URL: server.url,
    PLENARY_TOKEN: 'token',
    PLENARY_EVENT: 'conf',
    PLENARY_TIMEZONE: 'Europe/Berlin',
    PLENARY_CONFIG_DIR: folder.file('config'),
    PLENARY_STATE_DIR: folder.file('state'),
  });
  return {
    async run(reader: Reader, text: string, columns?: number): Promise<void> {
      records = reader.records?.(text) ?? { speakers: [speaker], submissions: [session] };
      if (reader.file !== undefined) {
        const content = reader.file(text);
        const isText = typeof content === 'string';
        // Plans have the address of their service.
        const bytes = isText ? content.replace('http://service.invalid', server.url) : content;
        writeFileSync(folder.file('input'), bytes);
      }
      const io = { ...testIo(), env, clock: instantClock() };
      io.stdin.end();
      for (const stream of [io.stdout, io.stderr]) {
        if (columns !== undefined) Object.assign(stream, { isTTY: true, columns });
        stream.resume();
      }
      const args = reader.args.map((word) =>
        word === 'input' || word === 'folder' ? folder.file(word) : word,
      );
      await run(args, io);
    },
    async close() {
      await server.close();
      folder.remove();
    },
  };
}

function respond({ method, path }: Received, records: Records): Reply {
  const { speakers = [speaker], submissions = [session] } = records;
  if (method !== 'GET' && !path.includes('search')) return { status: 500, json: {} };
  if (/^\/v1\/events(\?|$)|\/(rooms|tracks|formats)\b/.test(path))
    return { status: 404, json: { detail: 'Not Found' } };
  return wholeList(path.includes('/speakers') ? speakers : submissions);
}
