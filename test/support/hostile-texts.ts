// Hostile calendars, schedules, CSV and JSON.
import type { HostileFile } from './hostile-files.ts';
import { numbered, repeat } from './hostile-pieces.ts';

type Text = (scale: number) => string;
type Limit = Pick<HostileFile, 'limit'> & Partial<Pick<HostileFile, 'short'>>;

const yearly = { limit: 'only rules with FREQ=YEARLY are read' };
const tooManyMembers = { limit: 'more than 16384 members, and each would be a column' };

export const hostileTexts: readonly HostileFile[] = [
  calendar('zone-secondly', yearly, () => zone('FREQ=SECONDLY')),
  calendar('zone-minutely', yearly, () => zone('FREQ=MINUTELY')),
  calendar('zone-hourly', yearly, () => zone('FREQ=HOURLY;INTERVAL=0')),
  calendar('zone-daily', yearly, () => zone('FREQ=DAILY')),
  calendar('zone-weekly', yearly, () => zone('FREQ=WEEKLY')),
  calendar('zone-monthly', yearly, () => zone('FREQ=MONTHLY')),
  calendar('zone-no-such-day', { limit: 'a rule with BYYEARDAY=366, which no time zone has' }, () =>
    zone('FREQ=YEARLY;BYYEARDAY=366;BYMONTH=1'),
  ),
  calendar('zone-no-such-date', { limit: undefined }, () => zone('FREQ=YEARLY;BYMONTHDAY=30;BYMONTH=2')),
  calendar('zone-many-rules', { limit: 'more than 5,000 rules of time zones', short: 0.03 }, (scale) =>
    zone('FREQ=YEARLY', 200_000 * scale),
  ),
  calendar('zone-many-years', { limit: 'for more than 50000 years together', short: 1 }, (scale) =>
    zone('FREQ=YEARLY', 4_900 * scale),
  ),
  calendar('many-parameters', { limit: 'more than 100 parameters' }, (scale) =>
    event(`ATTENDEE${repeat(1_000_000 * scale, ';a=b')}:mailto:ada@example.org`),
  ),
  calendar('many-parameter-values', { limit: undefined }, (scale) =>
    event(`ATTENDEE;MEMBER=${repeat(200_000 * scale, '"a"', ',')}:mailto:ada@example.org`),
  ),
  calendar('many-values', { limit: 'CATEGORIES has more than 10000 characters' }, (scale) =>
    event(`CATEGORIES:${repeat(8_000_000 * scale, 'a', ',')}`),
  ),
  calendar('many-properties', { limit: undefined }, (scale) => event(repeat(4_000_000 * scale, 'X-A:b', '\r\n'))),
  calendar('many-attendees', { limit: 'a component has more than 10000 properties' }, (scale) =>
    event(repeat(1_000_000 * scale, 'ATTENDEE:mailto:a@example.org', '\r\n')),
  ),
  calendar('many-events', { limit: 'more than 50,000 events', short: 0.05 }, (scale) =>
    repeat(1_200_000 * scale, 'BEGIN:VEVENT\r\nEND:VEVENT', '\r\n'),
  ),
  calendar('nested-components', { limit: 'nested deeper than 10 components' }, (scale) =>
    repeat(2_000_000 * scale, 'BEGIN:VEVENT', '\r\n'),
  ),
  calendar('long-text', { limit: 'DESCRIPTION has more than 1000000 characters', short: 0.05 }, (scale) =>
    event(`DESCRIPTION:${repeat(15_000_000 * scale, '\\n')}`),
  ),
  calendar('folded-lines', { limit: 'DESCRIPTION has more than 1000000 characters', short: 0.05 }, (scale) =>
    event(`DESCRIPTION:${repeat(7_000_000 * scale, '\r\n a')}`),
  ),

  schedule('many-events', { limit: 'more than 50,000 events', short: 0.04 }, (scale) =>
    repeat(1_400_000 * scale, '<event><title/></event>'),
  ),
  schedule('many-people', { limit: 'more than 200,000 names of people', short: 0.12 }, (scale) =>
    inEvent(`<persons>${repeat(1_700_000 * scale, '<person>a</person>')}</persons>`),
  ),
  schedule('many-elements', { limit: undefined }, (scale) => inEvent(numbered(2_000_000 * scale, (at) => `<a${at}/>`))),
  schedule('many-attributes', { limit: 'an element with more than 1000 attributes' }, (scale) =>
    inEvent(`<a${numbered(2_000_000 * scale, (at) => ` a${at}=""`)}/>`),
  ),
  schedule('nested-elements', { limit: 'nested deeper than 100 elements' }, (scale) =>
    repeat(8_000_000 * scale, '<a>'),
  ),

  textFile('many-instructions.xml', 'sessions', { limit: undefined }, () => repeat(100, '<?x?>')),
  textFile('many-comments.html', 'sessions', { limit: undefined }, () => repeat(70, '<!---->')),

  csv('columns', { limit: undefined }, (scale) => `email,${columns(990 * scale, ',')}\nada@example.org\n`),
  csv(
    'many-columns',
    { limit: 'more than 100000 cells', short: 0.12 },
    (scale) => `${columns(1_000_000 * scale, ',')}\n`,
  ),
  csv('wide-header', { limit: 'at most 1000 names and 16384 columns are read', short: 0.1 }, (scale) =>
    columns(90_000 * scale, ','),
  ),
  csv('long-names', { limit: 'at most 100000 are read', short: 0.1 }, (scale) =>
    columns(990 * scale, `${repeat(400, ' long word')},`),
  ),
  csv('one-name', { limit: 'at most 1000 names', short: 0.05 }, (scale) => `${repeat(90_000 * scale, 'a,', 'a,')}\n`),
  csv(
    'many-cells',
    { limit: 'more than 100000 cells', short: 0.05 },
    (scale) => `email,name\n${repeat(16_000_000 * scale, ',')}\n`,
  ),

  json(
    'many-columns',
    { limit: 'one object has more than 100000 members', short: 0.11 },
    (scale) => `[{${members(1_000_000 * scale, 'c')}}]`,
  ),
  json('wide-records', { ...tooManyMembers, short: 0.2 }, (scale) => `[{${members(99_000 * scale, 'c')}}]`),
  json('different-columns', { limit: 'more than 16384 different columns', short: 0.1 }, (scale) => {
    const records = numbered(200, (at) => `{${members(10_000 * scale, `c${at}_`)}}`, ',');
    return `[${records}]`;
  }),
  json('one-question', { ...tooManyMembers, short: 0.1 }, (scale) => {
    const answers = repeat(250_000 * scale, '{"question":"q","answer":"a"}', ',');
    return `[{"answers":[${answers}]}]`;
  }),
  json('sparse-records', { limit: 'cells, with the empty ones of each record', short: 0.01 }, (scale) => {
    const sparse = repeat(1_000_000 * scale, '{}', ',');
    return `[{${members(990, 'c')}},${sparse}]`;
  }),
  json(
    'empty-objects',
    { limit: 'more than 300000 objects and arrays', short: 0.04 },
    (scale) => `{"speakers":[${repeat(10_000_000 * scale, '{}', ',')}]}`,
  ),
  json(
    'empty-arrays',
    { limit: 'more than 300000 objects and arrays', short: 0.04 },
    (scale) => `{"speakers":[{"a":[${repeat(10_000_000 * scale, '[]', ',')}]}]}`,
  ),
  json('nested-arrays', { limit: 'nested deeper than 100 levels' }, (scale) => repeat(10_000_000 * scale, '[')),
  json('long-names', { limit: 'names are longer than 2000 characters together' }, (scale) => {
    const nested = repeat(90, `{"a":1,"${repeat(200_000 * scale, 'n')}":`);
    return `[${nested}1${repeat(90, '}')}]`;
  }),
];

/** A calendar with an event in a time zone of its own, which has changed by a rule since 1601. */
function zone(rule: string, rules = 1): string {
  const observance = [
    ...['BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
    ...[`RRULE:${rule}`, 'END:STANDARD'],
  ];
  return [
    ...['BEGIN:VTIMEZONE', 'TZID:Odd', repeat(rules, observance.join('\r\n'), '\r\n'), 'END:VTIMEZONE'],
    event('LOCATION:R\r\nDTSTART;TZID=Odd:20270520T090000'),
  ].join('\r\n');
}

function event(properties: string): string {
  return `BEGIN:VEVENT\r\nSUMMARY:Talk\r\n${properties}\r\nEND:VEVENT`;
}

function inEvent(elements: string): string {
  return `<event>${elements}</event>`;
}

function columns(count: number, after: string): string {
  return numbered(count, (at) => `c${at}${after}`);
}

function members(count: number, name: string): string {
  return numbered(count, (at) => `"${name}${at}":1`, ',');
}

function calendar(name: string, limit: Limit, content: Text): HostileFile {
  const whole: Text = (scale) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${content(scale)}\r\nEND:VCALENDAR\r\n`;
  return textFile(`${name}.ics`, 'sessions', limit, whole);
}

function schedule(name: string, limit: Limit, content: Text): HostileFile {
  const whole: Text = (scale) => `<schedule><day><room name="R">${content(scale)}</room></day></schedule>`;
  return textFile(`${name}.xml`, 'sessions', limit, whole);
}

function csv(name: string, limit: Limit, text: Text): HostileFile {
  return textFile(`${name}.csv`, 'speakers', limit, text);
}

function json(name: string, limit: Limit, text: Text): HostileFile {
  return textFile(`${name}.json`, 'speakers', limit, text);
}

function textFile(name: string, contents: HostileFile['contents'], limit: Limit, text: Text): HostileFile {
  return { name, contents, short: 0.02, ...limit, bytes: (scale = 1) => Buffer.from(text(scale)) };
}
