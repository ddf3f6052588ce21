// Generates tables of a conference and writes them in each format of tables. Must not know what reads them.
import * as fc from 'fast-check';
import { csvText } from '../../src/csv/write.ts';
import { hostileTexts } from '../support/timetables.ts';
import { odsCell, odsEntries, odsLine, odsTable, odsText, paragraph, xlsxEntries } from '../support/workbooks.ts';

/** The first line is the header. */
export type Lines = readonly (readonly string[])[];

/** What a file consists of: its bytes, or the entries of a ZIP archive. */
export type Content = Buffer | Readonly<Record<string, string>>;

/** Headers of each kind of table, by which it is recognized. */
export const headers = {
  speakers: ['email', 'first_name', 'last_name', 'company_name', 'title', 'about'],
  submissions: ['title', 'submitter_email', 'abstract', 'submitter_first_name', 'submitter_last_name', 'track_id'],
  decisions: ['id', 'title', 'status', 'feedback'],
  sessions: ['title', 'room', 'start', 'end', 'duration', 'speakers', 'track', 'format'],
  talks: ['title', 'room', 'start', 'duration', 'pinned', 'needs', 'expected', 'after', 'not_with', 'not_before'],
  rooms: ['room', 'start', 'end', 'capacity', 'has', 'only', 'walking'],
  people: ['name', 'from', 'to', 'availability'],
} as const;

const names = ['Ada Lovelace', 'Bo Li', 'Dr. Cy Twombly', 'Moran, Dee', 'E. Noether', '李 明', 'Ada Lovelace', 'ada'];
const words = [
  ...['\u202etitle', '\u001b[31mName', 'start\u0007', 'e\u009bmail'],
  ...['email', 'E-Mail', 'Titel', 'Name', 'Speaker 1', 'Speaker 2 email', 'Start', 'Zeit', 'Raum', 'Tag', 'Day 1'],
  ...['Question: why?', 'Vortragende', '氏名', 'дата', 'Status', 'Lunch', 'Coffee break', 'Total', 'Summe: 12', 'id'],
];
const times = [
  ...['2027-05-20 09:30', '2027-05-20T09:30:00+02:00', '20.05.2027', '5/6/27 9:30 PM', '9:30-10:15', '10h30', '24:00'],
  ...['Friday, 21 May 2027', 'Fri 9am', 'Tag 2', 'Day 2 09:30', '0:00', '1e5', '45436.4', '2027-02-30', '31.12.9999'],
  ...['2027-03-28 02:30', '2027-10-31 02:30', '99:99', 'noon', '45 min', '1h30', 'PT45M', '-5', '0', '１０：３０'],
];
const values = [
  ...['accepted', 'yes', 'no', 'ja', 'cannot', 'rather_not', 'all', 'TRUE', '12', '1,5', '-', 'n/a', 'TBA', '?', '10'],
  ...['sub_1', 'sub_2', 'spk_1', 'ada@example.org', 'bo@example.org, ada@example.org', 'Aula: 20', 'Queues', 'Types'],
];

const plainText = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text.trim() === text && text !== '' && !/[\p{Cc}\ufeff]/u.test(text));

const cell = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...names, ...words) },
  { weight: 3, arbitrary: fc.constantFrom(...times) },
  { weight: 3, arbitrary: fc.constantFrom(...values) },
  { weight: 2, arbitrary: plainText },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...hostileTexts,
      '\u202etxt.exe',
      '\u001b[31mred',
      '\u009b31m',
      '',
      ' ',
      "'=1",
      '\n',
      'a\nb',
      '"',
      'x'.repeat(2000),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.constantFrom(...names, ...values, ...times), { maxLength: 4 }).map((all) => all.join('; ')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...names), fc.constantFrom(' <x@y.z>', ' (Org)', ' & Bo', ' und '))
      .map((all) => all.join('')),
  },
);

/** A table with the header of its kind and cells of plain text, which each format must return as they are. */
export function plainLines(header: readonly string[]): fc.Arbitrary<Lines> {
  const row = fc.tuple(...header.map(() => plainText));
  return fc.array(row, { minLength: 1, maxLength: 8 }).map((rows) => [header, ...rows]);
}

/** Any table: its header may lack columns or have others, and a row may have too few cells. */
export function anyLines(header: readonly string[]): fc.Arbitrary<Lines> {
  const columns = fc.oneof(
    fc.constant(header),
    fc.subarray([...header], { minLength: 1 }),
    fc.array(fc.oneof(fc.constantFrom(...header, ...words), cell), { minLength: 1, maxLength: 10 }),
  );
  return columns.chain((first) =>
    fc
      .array(fc.array(cell, { minLength: Math.max(0, first.length - 1), maxLength: first.length + 1 }), {
        maxLength: 12,
      })
      .map((rows) => [first, ...rows]),
  );
}

/** A grid: rooms across, times down. */
export const gridLines: fc.Arbitrary<Lines> = fc
  .record({
    corner: fc.constantFrom('', 'Time', '2027-05-20', 'Friday', 'Zeit', 'Tag 1'),
    rooms: fc.array(fc.oneof(fc.constantFrom('Aula', 'Lab', 'Raum 1', 'all', 'Aula'), cell), {
      minLength: 1,
      maxLength: 5,
    }),
    rows: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom('9:00', '9:30-10:15', '10.30', '11h', '12:00 – 13:00', '9am', '21 May 2027'), cell),
        fc.array(fc.oneof(fc.constantFrom('Queues', 'Types', 'Lunch', '', 'Ada Lovelace: Queues'), cell), {
          maxLength: 6,
        }),
      ),
      { minLength: 1, maxLength: 12 },
    ),
  })
  .map(({ corner, rooms, rows }) => [[corner, ...rooms], ...rows.map(([time, cells]) => [time, ...cells])]);

export interface TableFormat {
  readonly name: string;
  readonly damages: 'text' | 'json' | 'zip';
  readonly write: (lines: Lines) => Content;
}

const csv = (lines: Lines, delimiter = ',') => csvText(lines, { delimiter });

export const tableFormats: readonly TableFormat[] = [
  text('comma.csv', (lines) => Buffer.from(csv(lines))),
  text('semicolon.csv', (lines) => Buffer.from(`\ufeff${csv(lines, ';').replaceAll('\n', '\r\n')}`)),
  text('tab.tsv', (lines) => Buffer.from(csv(lines, '\t'))),
  text('bar.txt', (lines) => Buffer.from(csv(lines, '|'))),
  text('utf-16le.csv', (lines) => Buffer.from(`\ufeff${csv(lines, '\t')}`, 'utf16le')),
  text('utf-16be.csv', (lines) => Buffer.from(`\ufeff${csv(lines)}`, 'utf16le').swap16()),
  { name: 'list.json', damages: 'json', write: (lines) => Buffer.from(JSON.stringify(recordsOf(lines))) },
  {
    name: 'lines.ndjson',
    damages: 'json',
    write: (lines) =>
      Buffer.from(
        recordsOf(lines)
          .map((record) => JSON.stringify(record))
          .join('\n'),
      ),
  },
  { name: 'texts.xlsx', damages: 'zip', write: inlineTexts },
  { name: 'shared.xlsx', damages: 'zip', write: sharedTexts },
  { name: 'texts.ods', damages: 'zip', write: odsTexts },
];

/** Formats that lose what a table has beside plain text. */
export const oddFormats: readonly TableFormat[] = [
  text('latin1.csv', (lines) => Buffer.from(csv(lines, ';'), 'latin1')),
  text('unquoted.csv', (lines) => Buffer.from(lines.map((cells) => cells.join(',')).join('\r'))),
  { name: 'document.json', damages: 'json', write: (lines) => Buffer.from(JSON.stringify(documentOf(lines))) },
  { name: 'values.xlsx', damages: 'zip', write: xlsxValues },
  { name: 'values.ods', damages: 'zip', write: odsValues },
];

function text(name: string, write: (lines: Lines) => Buffer): TableFormat {
  return { name, damages: 'text', write };
}

function recordsOf([header = [], ...rows]: Lines): readonly Record<string, unknown>[] {
  return rows.map((cells) => Object.fromEntries(cells.map((value, at) => [header[at] ?? `column ${at}`, value])));
}

/** As a service exports it: lists of people, texts in languages, questions with answers. */
function documentOf(lines: Lines): unknown {
  const results = recordsOf(lines).map((record, at) => ({
    ...record,
    code: `A${at}`,
    speakers: [{ code: 'S1', name: 'Ada Lovelace', email: 'ada@example.org' }],
    answers: [{ question: { en: 'Why?' }, answer: Object.values(record)[0] ?? null }],
    slot: { room: { en: 'Aula', de: 'Saal' }, start: '2027-05-20T09:30:00+02:00' },
  }));
  return { count: lines.length, next: null, previous: null, results };
}

const escaped = (value: string) =>
  value
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML does not allow them
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function inlineTexts(lines: Lines): Content {
  const rows = lines.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((value) => `<c t="inlineStr"><is><t>${escaped(value)}</t></is></c>`).join('')}</row>`,
  );
  return xlsxEntries({ sheets: [{ name: 'S', rows: rows.join('') }] });
}

function sharedTexts(lines: Lines): Content {
  const texts = [...new Set(lines.flat())];
  const rows = lines.map((cells, line) => {
    const columns = cells.map(
      (value, at) => `<c r="${String.fromCharCode(65 + at)}${line + 1}" t="s"><v>${texts.indexOf(value)}</v></c>`,
    );
    return `<row r="${line + 1}">${columns.join('')}</row>`;
  });
  const items = texts.map((value) => `<si><r><t>${escaped(value)}</t></r></si>`).join('');
  return xlsxEntries({ sheets: [{ name: 'S', rows: rows.join('') }], texts: items });
}

const codes = [
  'General',
  '0.00',
  'dd/mm/yyyy',
  'h:mm',
  '[h]:mm',
  '@',
  '[$-409]d-mmm;@',
  '0;[Red]-0',
  '??/??',
  '[>1]0;""',
];

/** Cells of every type, with formats, several sheets and merged areas. */
function xlsxValues(lines: Lines): Content {
  const rows = lines.map((cells, line) => {
    const columns = cells.map((value, at) => xlsxCell(escaped(value), line === 0 ? 0 : (line + at * 7) % 6, at));
    return `<row r="${line + 1}"${line % 5 === 4 ? ' hidden="1"' : ''}>${columns.join('')}</row>`;
  });
  const formats = codes.map((code, at) => `<numFmt numFmtId="${at + 164}" formatCode="${escaped(code)}"/>`);
  const styles = codes.map((_, at) => `<xf numFmtId="${at + 164}"/>`);
  return xlsxEntries({
    sheets: [
      { name: 'Cover', rows: '' },
      {
        name: 'S',
        rows: rows.join(''),
        after: '<mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="C1:C2"/></mergeCells>',
      },
      { name: 'H', state: 'hidden', rows: rows[0] ?? '' },
    ],
    styles: `<numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs>`,
  });
}

function xlsxCell(value: string, type: number, at: number): string {
  const number = Number(value) || 45_000.4 + at;
  switch (type) {
    case 1:
      return `<c s="${at % codes.length}"><v>${number}</v></c>`;
    case 2:
      return `<c t="b"><v>${at % 2}</v></c>`;
    case 3:
      return `<c t="str"><f>A1&amp;""</f><v>${value}</v></c>`;
    case 4:
      return `<c t="e"><v>#N/A</v></c>`;
    case 5:
      return `<c t="d" s="2"><v>2027-05-20T09:30:00</v></c>`;
    default:
      return `<c t="inlineStr"><is><r><t>${value}</t></r><rPh><t>x</t></rPh></is></c>`;
  }
}

function odsTexts(lines: Lines): Content {
  return odsEntries(odsTable('S', ...lines.map((cells) => odsLine(...cells.map((value) => odsText(escaped(value)))))));
}

function odsValues(lines: Lines): Content {
  const rows = lines.map((cells, line) =>
    odsLine(...cells.map((value, at) => odsValue(escaped(value), line === 0 ? 0 : (line + at * 7) % 6))),
  );
  return odsEntries(odsTable('Cover') + odsTable('S', ...rows, odsLine(odsText('x'))));
}

function odsValue(value: string, type: number): string {
  switch (type) {
    case 1:
      return odsCell('office:value-type="date" office:date-value="2027-05-20T09:30:00"', paragraph('x'));
    case 2:
      return odsCell('office:value-type="time" office:time-value="PT09H30M00S"', paragraph('9:30'));
    case 3:
      return odsCell('office:value-type="float" office:value="45" table:number-columns-repeated="2"');
    case 4:
      return odsCell(
        'office:value-type="string" table:number-columns-spanned="2" table:number-rows-spanned="2"',
        paragraph(value),
      );
    case 5:
      return odsCell(
        'office:value-type="string"',
        paragraph(`${value}<text:s text:c="3"/><text:tab/><text:line-break/>x`),
      );
    default:
      return odsText(value);
  }
}
