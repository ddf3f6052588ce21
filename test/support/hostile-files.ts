// Small files whose contents would take much time or memory, and the limit that each of them passes: calendars, schedules, CSV and JSON.
import { hostileWorkbooks, numbered } from './hostile-workbooks.ts';

export interface HostileFile {
  readonly name: string;
  /** Which records a command reads from it. */
  readonly contents: 'sessions' | 'speakers';
  /** Words of the error that name the limit; undefined if the file is read. */
  readonly limit: string | undefined;
  bytes(): Buffer;
}

type Text = () => string;

const hostileTexts: readonly HostileFile[] = [
  calendar('zone-secondly', 'only rules with FREQ=YEARLY are read', () => zone('FREQ=SECONDLY')),
  calendar('zone-no-such-day', 'a rule with BYYEARDAY=366, which no time zone has', () =>
    zone('FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1'),
  ),
  calendar('zone-no-such-date', undefined, () => zone('FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2')),
  calendar('zone-many-rules', 'more than 5,000 rules of time zones', () => zone('FREQ=YEARLY', 6_000)),
  calendar('zone-many-years', 'for more than 50000 years together', () => zone('FREQ=YEARLY', 4_900)),
  calendar('many-parameters', 'more than 100 parameters', () =>
    event(`ATTENDEE${';a=b'.repeat(20_000)}:mailto:ada@example.org`),
  ),
  calendar('many-parameter-values', undefined, () =>
    event(`ATTENDEE;MEMBER=${'"a",'.repeat(4_000)}"a":mailto:ada@example.org`),
  ),
  calendar('many-values', 'CATEGORIES has more than 10000 characters', () =>
    event(`CATEGORIES:${'a,'.repeat(20_000)}`),
  ),
  calendar('many-properties', undefined, () => event('X-A:b\r\n'.repeat(80_000))),
  calendar('many-attendees', 'a component has more than 10000 properties', () =>
    event('ATTENDEE:mailto:a@example.org\r\n'.repeat(12_000)),
  ),
  calendar('many-events', 'more than 50,000 events', () => 'BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(51_000)),
  calendar('nested-components', 'nested deeper than 10 components', () => 'BEGIN:VEVENT\r\n'.repeat(40_000)),
  calendar('folded-lines', 'DESCRIPTION has more than 1000000 characters', () =>
    event(`DESCRIPTION:${`\r\n ${'a'.repeat(9)}`.repeat(115_000)}`),
  ),

  schedule('many-events', 'more than 50,000 events', () => '<event><title/></event>'.repeat(51_000)),
  schedule('many-people', 'more than 200,000 names of people', () =>
    inEvent(`<persons>${'<person>a</person>'.repeat(201_000)}</persons>`),
  ),
  schedule('many-elements', undefined, () => inEvent(numbered(40_000, (at) => `<a${at}/>`))),
  schedule('many-attributes', 'an element with more than 1000 attributes', () =>
    inEvent(`<a${numbered(40_000, (at) => ` a${at}=""`)}/>`),
  ),
  schedule('nested-elements', 'nested deeper than 100 elements', () => '<a>'.repeat(160_000)),

  textFile('many-instructions.xml', 'sessions', undefined, () => '<?x?>'.repeat(100)),
  textFile('many-comments.html', 'sessions', undefined, () => '<!---->'.repeat(70)),

  csv('columns', undefined, () => `email,${columns(990)}\nada@example.org\n`),
  csv('wide-header', 'at most 1000 names and 16384 columns are read', () => columns(9_000)),
  csv('long-names', 'at most 100000 are read', () => columns(99, ' long word'.repeat(400))),
  csv('many-cells', 'more than 100000 cells', () => `email,name\n${','.repeat(800_000)}\n`),

  json('many-columns', 'one object has more than 100000 members', () => `[{${members(110_000, 'c')}}]`),
  json('wide-records', 'more than 16384 members, and each would be a column', () => `[{${members(20_000, 'c')}}]`),
  json('different-columns', 'more than 16384 different columns', () => {
    const records = numbered(200, (at) => `{${members(100, `c${at}_`)}}`, ',');
    return `[${records}]`;
  }),
  json('sparse-records', 'cells, with the empty ones of each record', () => {
    return `[{${members(990, 'c')}}${',{}'.repeat(10_000)}]`;
  }),
  json('empty-objects', 'more than 300000 objects and arrays', () => `{"speakers":[{}${',{}'.repeat(400_000)}]}`),
  json('nested-arrays', 'nested deeper than 100 levels', () => '['.repeat(200_000)),
  json('long-names', 'names are longer than 2000 characters together', () => {
    const nested = `{"a":1,"${'n'.repeat(4_000)}":`.repeat(90);
    return `[${nested}1${'}'.repeat(90)}]`;
  }),
];

export const hostileFiles: readonly HostileFile[] = [...hostileTexts, ...hostileWorkbooks];

/** A calendar with an event in a time zone of its own, which has changed by a rule since 1601. */
function zone(rule: string, rules = 1): string {
  const observance = `BEGIN:STANDARD\r\nDTSTART:16010101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200
RRULE:${rule}\r\nEND:STANDARD\r\n`;
  return `BEGIN:VTIMEZONE\r\nTZID:Odd\r\n${observance.repeat(rules)}END:VTIMEZONE
${event('LOCATION:R\r\nDTSTART;TZID=Odd:20270520T090000')}`;
}

function event(properties: string): string {
  return `BEGIN:VEVENT\r\nSUMMARY:Talk\r\n${properties}\r\nEND:VEVENT`;
}

function inEvent(elements: string): string {
  return `<event>${elements}</event>`;
}

function columns(count: number, after = ''): string {
  return numbered(count, (at) => `c${at}${after}`, ',');
}

function members(count: number, name: string): string {
  return numbered(count, (at) => `"${name}${at}":1`, ',');
}

function calendar(name: string, limit: HostileFile['limit'], content: Text): HostileFile {
  const whole: Text = () => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content()}\r\nEND:VCALENDAR\r\n`;
  return textFile(`${name}.ics`, 'sessions', limit, whole);
}

function schedule(name: string, limit: HostileFile['limit'], content: Text): HostileFile {
  const whole: Text = () => `<schedule><day><room name="R">${content()}</room></day></schedule>`;
  return textFile(`${name}.xml`, 'sessions', limit, whole);
}

function csv(name: string, limit: HostileFile['limit'], text: Text): HostileFile {
  return textFile(`${name}.csv`, 'speakers', limit, text);
}

function json(name: string, limit: HostileFile['limit'], text: Text): HostileFile {
  return textFile(`${name}.json`, 'speakers', limit, text);
}

function textFile(
  name: string,
  contents: HostileFile['contents'],
  limit: HostileFile['limit'],
  text: Text,
): HostileFile {
  return { name, contents, limit, bytes: () => Buffer.from(text()) };
}
