// Structured files in whole commands: what is refused with the place and the values, and what is
// read with a notice.
import { describe, expect, it } from 'vitest';
import { scheduleStages } from './support/schedule-stage.ts';

const { stage, file } = scheduleStages();
const keynote = ['Keynote | Hall | 2027-05-26T09:30:00+02:00'];

describe('a schedule', () => {
  const day =
    '<day date="2027-05-26" start="2027-05-26T10:00:00+02:00" end="2027-05-27T02:00:00+02:00">';
  const xml = (event: string) =>
    file(
      'schedule.xml',
      '<schedule>',
      day,
      '<room name="Hall">',
      event,
      '</room></day></schedule>',
    );

  it('whose date and start contradict each other is refused with line and title', async () => {
    const { run, placed } = await stage('Keynote');
    const date = '2027-05-26T11:30:00+02:00';
    const name = xml(
      `<event id="1"><date>${date}</date><start>09:30</start><title>Keynote</title></event>`,
    );
    const { exitCode, stderr } = await run('sessions', 'apply', name);
    expect([exitCode, stderr, await placed()]).toEqual([
      3,
      expect.stringContaining(
        `schedule.xml:4: "Keynote" has the date ${date} and the start 09:30, ` +
          'which contradict each other',
      ),
      [],
    ]);
  });

  it.each([
    [
      '<date>2027-05-25T14:30:00+02:00</date>',
      'the date 2027-05-25T14:30:00+02:00 in the day 2027-05-26',
    ],
    ['<start>14:30</start><room>Pier</room>', 'the room "Pier" in the room "Hall"'],
  ])('with an event in another day or room is refused: %s', async (elements, both) => {
    const { run, placed } = await stage('Keynote');
    const name = xml(`<event id="1">${elements}<title>Keynote</title></event>`);
    const { exitCode, stderr } = await run('sessions', 'apply', name);
    expect([exitCode, stderr, await placed()]).toEqual([
      3,
      expect.stringContaining(`schedule.xml:4: "Keynote" has ${both}, which contradict each other`),
      [],
    ]);
  });

  it('has a talk after midnight on the next date', async () => {
    const { run, placed } = await stage('Keynote');
    const name = xml('<event id="1"><start>00:30</start><title>Keynote</title></event>');
    expect((await run('sessions', 'apply', name)).exitCode).toBe(0);
    expect(await placed()).toEqual(['Keynote | Hall | 2027-05-27T00:30:00+02:00']);
  });

  it.each([
    [
      '{"12": {"title": "Keynote", "room": "Hall", "start": "2027-05-26 09:30"}, ' +
        '"13": {"title": "TBA", "room": "", "start": ""}}',
    ],
    [
      '{"days": {"2027-05-25": [], "2027-05-26": [{"title": "Keynote", "room": "Hall", ' +
        '"time": "09:30"}]}}',
    ],
    [
      '{"Day 1": [], "Day 2": [{"title": "Keynote", "room": "Hall", "time": "09:30"}]}',
      '--first-day',
      '2027-05-25',
    ],
    [
      '{"rooms": [{"name": "Hall", "talks": [{"title": {"value": "Keynote"}, ' +
        '"start": "2027-05-26 09:30"}]}]}',
    ],
    [
      '{"schedule": {"conference": {"days": []}, "events": [{"title": "Keynote", ' +
        '"room": {"name": "Hall"}, "start": "2027-05-26T09:30:00+02:00"}]}}',
    ],
    [
      'Saved on 2027-01-02\nBEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Keynote\nLOCATION:Hall\n' +
        'DTSTART:20270526T073000Z\nEND:VEVENT\nEND:VCALENDAR',
    ],
  ])('is applied: %j', async (text, ...flags) => {
    const { run, placed } = await stage('Keynote');
    const { exitCode, stderr } = await run('sessions', 'apply', file('talks.txt', text), ...flags);
    expect([exitCode, stderr, await placed()]).toEqual([0, expect.any(String), keynote]);
  });
});

it.each([
  ['var program = [\n  {"title": "Keynote"}\n];', 'program.js is JavaScript, not a table'],
  [
    'Keynote,Hall,2027-05-26 09:30\nKnots,Pier,2027-05-26 10:30',
    'program.js seems to have no header line',
  ],
])('%j is called by its name', async (text, message) => {
  const { run } = await stage('Keynote');
  const { exitCode, stderr } = await run('sessions', 'plan', file('program.js', text));
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining(`Error: ${message}`)]);
});

it.each([
  [
    'submissions',
    { talks: 1, workshops: 2, keynotes: 1 },
    'Reading "talks"',
    '"workshops", "keynotes"',
  ],
  [
    'submissions',
    { sessions: 1, talks: 1, workshops: 1 },
    'Reading "sessions"',
    '"talks", "workshops"',
  ],
  ['speakers', { speakers: 1, hosts: 1, staff: 2 }, 'Reading "speakers"', '"hosts", "staff"'],
] as const)(
  'names every list of %s in JSON that is not read: %j',
  async (kind, counts, reading, others) => {
    const { run } = await stage();
    const record = { title: 'Beta', email: 'b@example.org', name: 'Bo Ek' };
    const lists = Object.entries(counts).map(([name, count]) => [name, Array(count).fill(record)]);
    const name = file('lists.json', JSON.stringify(Object.fromEntries(lists)));
    const { stderr } = await run(kind, 'import', name, '--dry-run');
    expect(stderr).toContain(`${reading} of lists.json. Not read: ${others}`);
  },
);
