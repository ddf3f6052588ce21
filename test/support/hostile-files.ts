// Files whose contents would take much time or memory, the limit that each of them passes, and what
// reading one is to be.
import { expect } from 'vitest';
import { InvalidInputError } from '../../src/errors.ts';
import { processorMs } from './processor-time.ts';
import { readTable } from './tables.ts';
import {
  odsLine,
  odsOf,
  odsTable,
  odsText,
  textRow,
  xlsxEntries,
  xlsxOf,
  zipOf,
} from './workbooks.ts';

interface HostileFile {
  readonly name: string;
  /** Words of the error that name the limit; undefined if the file is read. */
  readonly limit: string | undefined;
  bytes(): Buffer;
}

const million = 1_000_000;
const tooManyCells = 'more than 4,000,000 cells';
const tooMuch = 'unpacks to more than 128 MiB';
const tooDeep = 'nested deeper than';

/** Expects that it is read, or refused with the limit that it passes. */
export async function expectHandled({ bytes, limit }: HostileFile): Promise<void> {
  const content = bytes();
  const began = processorMs();
  const error = await readTable(content).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(processorMs() - began).toBeLessThan(5000);
  if (limit === undefined) return expect(error).toBeUndefined();
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(error).toMatchObject({
    details: [{ message: expect.stringContaining(limit) }],
    fix: expect.any(String),
  });
}

/** Of these, creating and reading one takes a fifth of a second or more. */
const large: ReadonlySet<string> = new Set([
  'blank-rows.xlsx',
  'bomb.xlsx',
  'declared-small.xlsx',
  'many-attributes.xml',
  'many-columns.csv',
  'many-elements.xlsx',
  'many-escapes.json',
  'many-events.ics',
  'many-events.xml',
  'many-formats.xlsx',
  'many-merged.xlsx',
  'many-parameters.ics',
  'many-people.xml',
  'many-rows.csv',
  'shared-text.xlsx',
  'spaces.ods',
  'wide-rows.xlsx',
]);

const all: readonly HostileFile[] = [
  calendar('zone-secondly', 'has the rule FREQ=SECONDLY; yearly rules', () =>
    zone('FREQ=SECONDLY'),
  ),
  calendar(
    'zone-no-such-day',
    'has the rule FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1; yearly rules',
    () => zone('FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1'),
  ),
  calendar('zone-no-such-date', undefined, () => zone('FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2')),
  calendar('zone-many-years', 'for 50,000 years together', () => zone('FREQ=YEARLY', 6_000)),
  calendar('many-parameters', 'a line with more than 100 parameters', () =>
    event(`ATTENDEE${';a=b'.repeat(600_000)}:mailto:ada@example.org`),
  ),
  calendar('many-zones', 'more than 1000 time zones', () =>
    numbered(20_000, (at) => `BEGIN:VTIMEZONE\r\nTZID:Z${at}\r\nEND:VTIMEZONE\r\n`),
  ),
  calendar('many-values', tooManyCells, () => event(`CATEGORIES:${'a,'.repeat(5 * million)}`)),
  calendar('many-properties', tooManyCells, () => event('X-A:b\r\n'.repeat(million))),
  calendar('many-events', tooManyCells, () => 'BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(million)),
  calendar('nested-components', tooDeep, () => 'BEGIN:VEVENT\r\n'.repeat(million)),
  calendar('folded-lines', undefined, () =>
    event(`DESCRIPTION:${`\r\n ${'a'.repeat(9)}`.repeat(200_000)}`),
  ),

  schedule('many-events', tooManyCells, () => '<event/>'.repeat(250_000)),
  schedule(
    'many-people',
    tooManyCells,
    () => `<event><persons>${'<person/>'.repeat(1.1 * million)}</persons></event>`,
  ),
  schedule(
    'many-attributes',
    'an element with more than 1000 attributes',
    () => `<a${numbered(million, (at) => ` a${at}=""`)}/>`,
  ),
  schedule('nested-elements', tooDeep, () => '<a>'.repeat(million)),
  textFile('many-comments.html', undefined, () => '<!---->'.repeat(70)),

  textFile('many-columns.csv', 'a record has more than 16384 cells', () =>
    numbered(million, (at) => `c${at}`, ','),
  ),
  textFile('many-cells.csv', tooManyCells, () => `email,name\n${','.repeat(5 * million)}\n`),
  textFile('many-rows.csv', 'and at most 100,000 are read', () => 'a,b\n'.repeat(150_000)),
  textFile(
    'open-quote.csv',
    'a quote that is never closed',
    () => `a,b\n1,"${'x\n'.repeat(million)}`,
  ),
  textFile('large.csv', 'larger than 64 MiB', () => 'x'.repeat(65 * 1024 * 1024)),

  textFile('many-members.json', 'more than 16384 members', () => `[{${members(20_000, 'c')}}]`),
  textFile('different-columns.json', 'more than 16384 different columns', () => {
    const records = numbered(200, (at) => `{${members(100, `c${at}_`)}}`, ',');
    return `[${records}]`;
  }),
  textFile(
    'sparse-records.json',
    tooManyCells,
    () => `[{${members(990, 'c')}}${',{}'.repeat(10_000)}]`,
  ),
  textFile(
    'empty-objects.json',
    'more than 1000000 objects and arrays',
    () => `[{}${',{}'.repeat(million)}]`,
  ),
  textFile('many-escapes.json', 'a text in it has more than 3000000 escapes', () => {
    return `[{"email":"${'\\t'.repeat(3.1 * million)}"}]`;
  }),
  textFile('nested-arrays.json', tooDeep, () => '['.repeat(million)),
  textFile('long-names.json', 'the header has 91 names', () => {
    const nested = `{"a":1,"${'n'.repeat(4_000)}":`.repeat(90);
    return `[${nested}1${'}'.repeat(90)}]`;
  }),

  xlsx('nested', tooDeep, () => withPart('sharedStrings', '<a>'.repeat(million))),
  xlsx('many-elements', 'more than 3000000 elements', () =>
    withPart('sharedStrings', `<a>${'<b/>'.repeat(3 * million)}</a>`),
  ),
  xlsx('many-references', 'more than 3000000 character references', () =>
    withPart('sharedStrings', `<si><t>${'&#x41;'.repeat(3.1 * million)}</t></si>`),
  ),
  xlsx('bomb', tooMuch, () => withPart('sharedStrings', Buffer.alloc(150 * million))),
  xlsx('declared-small', tooMuch, () => {
    const texts = `<si a="${'x'.repeat(2 ** 20)}"/>`.repeat(129);
    const entries = xlsxEntries({ sheets: [{ name: 'S', rows: email }], texts });
    return zipOf(entries, { deflate: true, declaredSize: 1000 });
  }),
  xlsx('shared-text', tooMuch, () => {
    const texts = `<si><t>${'x'.repeat(10 * million)}</t></si>`;
    return inSheet(email + '<row><c t="s"><v>0</v></c></row>'.repeat(300), { texts });
  }),
  xlsx('many-columns', 'beyond the last row or column', () =>
    inSheet(`<row>${'<c><v>1</v></c>'.repeat(20_000)}</row>`),
  ),
  xlsx('wide-rows', tooManyCells, () =>
    inSheet(numbered(2_000, (at) => `<row><c r="XFD${at + 1}"><v>1</v></c></row>`)),
  ),
  xlsx('blank-rows', 'beyond the last row or column', () =>
    inSheet(email + '<row/>'.repeat(1.1 * million)),
  ),
  xlsx('long-formats', 'and the most is 255', () => {
    const styles = `<numFmts><numFmt numFmtId="200" formatCode="${'0'.repeat(60_000)}"/></numFmts>
      <cellXfs><xf numFmtId="200"/></cellXfs>`;
    return inSheet(`${email}<row><c s="0"><v>1</v></c></row>`, { styles });
  }),
  xlsx('many-formats', undefined, () => {
    const codes = numbered(
      6_000,
      (at) => `<numFmt numFmtId="${at + 200}" formatCode="0.0&quot;${at}&quot;"/>`,
    );
    const styles = numbered(6_000, (at) => `<xf numFmtId="${at + 200}"/>`);
    const rows = numbered(6_000, (at) => `<row><c s="${at}"><v>1</v></c></row>`);
    return inSheet(email + rows, {
      styles: `<numFmts>${codes}</numFmts><cellXfs>${styles}</cellXfs>`,
    });
  }),
  xlsx('many-merged', tooManyCells, () =>
    inSheet(email, {
      after: `<mergeCells>${'<mergeCell ref="A1:B1"/>'.repeat(201_000)}</mergeCells>`,
    }),
  ),
  xlsx('cut-off', 'the file may be incomplete', () => inSheet(email).subarray(0, -40)),
  xlsx('wrong-checksum', 'has a wrong checksum', () => {
    const bytes = xlsxOf({ sheets: [{ name: 'S', rows: email }] });
    return Buffer.from(bytes.toString('latin1').replaceAll('email', 'emall'), 'latin1');
  }),

  ods('repeated-rows', 'and at most 100,000 are read', () => {
    const repeated = odsLine(odsText('x')).replace(
      '<table:table-row',
      '$& table:number-rows-repeated="1048575"',
    );
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('repeated-cells', tooManyCells, () => {
    const wide = odsText('x').replace(' ', ' table:number-columns-repeated="16384" ');
    const repeated = odsLine(wide).replace(
      '<table:table-row',
      '$& table:number-rows-repeated="9999"',
    );
    return odsTable('S', odsLine(odsText('email')), repeated);
  }),
  ods('spaces', tooMuch, () =>
    odsTable('S', odsLine(odsText('<text:s text:c="1000"/>'.repeat(200_000)))),
  ),
  ods('paragraphs', undefined, () =>
    odsTable('S', odsLine(odsText('email')), odsLine(odsText('a</text:p><text:p>'.repeat(60_000)))),
  ),
];

export const largeFiles = all.filter(({ name }) => large.has(name));
export const smallFiles = all.filter(({ name }) => !large.has(name));

const packed = { deflate: true };
const email = textRow(1, 'email');

/** A calendar with an event in a time zone of its own, which has changed by a rule since 1601. */
function zone(rule: string, rules = 1): string {
  const observance = `BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200
RRULE:${rule}\r\nEND:STANDARD\r\n`;
  return `BEGIN:VTIMEZONE\r\nTZID:Odd\r\n${observance.repeat(rules)}END:VTIMEZONE
${event('LOCATION:R\r\nDTSTART;TZID=Odd:20270520T090000')}`;
}

function event(properties: string): string {
  return `BEGIN:VEVENT\r\nSUMMARY:Talk\r\n${properties}\r\nEND:VEVENT\r\n`;
}

function members(count: number, name: string): string {
  return numbered(count, (at) => `"${name}${at}":1`, ',');
}

/** Pieces of text. @param piece gets the number of each, from 0 */
function numbered(count: number, piece: (at: number) => string, between = ''): string {
  return Array.from({ length: count }, (_, at) => piece(at)).join(between);
}

function calendar(name: string, limit: HostileFile['limit'], content: () => string): HostileFile {
  return textFile(
    `${name}.ics`,
    limit,
    () => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content()}\r\nEND:VCALENDAR\r\n`,
  );
}

function schedule(name: string, limit: HostileFile['limit'], content: () => string): HostileFile {
  return textFile(
    `${name}.xml`,
    limit,
    () => `<schedule><day><room name="R">${content()}</room></day></schedule>`,
  );
}

function textFile(name: string, limit: HostileFile['limit'], text: () => string): HostileFile {
  return { name, limit, bytes: () => Buffer.from(text()) };
}

function withPart(part: string, content: string | Buffer): Buffer {
  return zipOf(
    { ...xlsxEntries({ sheets: [{ name: 'S', rows: email }] }), [`xl/${part}.xml`]: content },
    packed,
  );
}

/** A workbook with one sheet. @param other the parts beside its rows */
function inSheet(
  rows: string,
  {
    after = '',
    ...other
  }: { readonly after?: string; readonly texts?: string; readonly styles?: string } = {},
): Buffer {
  return xlsxOf({ ...other, sheets: [{ name: 'S', rows, after }] }, packed);
}

function xlsx(name: string, limit: HostileFile['limit'], bytes: () => Buffer): HostileFile {
  return { name: `${name}.xlsx`, limit, bytes };
}

/** @param tables the content of `office:spreadsheet` */
function ods(name: string, limit: HostileFile['limit'], tables: () => string): HostileFile {
  return { name: `${name}.ods`, limit, bytes: () => odsOf(tables(), '', packed) };
}
