// Rows of a schedule file: which submission each one matches.
import { describe, expect, it } from 'vitest';
import { rowWithoutId as row } from '../../../test/support/schedule-rows.ts';
import { keyMark } from '../../changes/names.ts';
import type { ScheduleRow } from '../read/schedule-row.ts';
import type { EventSubmission } from '../submissions.ts';
import { unmatched } from './filed-sessions.ts';
import { matchSessions } from './match.ts';
import { unknownFixes } from './unknown-rows.ts';

function submission(
  id: string,
  title: string,
  values: Partial<EventSubmission> = {},
): EventSubmission {
  return { ...unmatched, id, title, ...values };
}

describe('a row', () => {
  const ada = submission('a', 'Compilers', { submitterEmail: 'Ada@example.org' });
  const grace = submission('g', 'compilers ', { submitterEmail: 'grace@example.org' });
  const hidden = submission('h', 'Compilers');
  const another = submission('m', 'Compilers');
  const email = 'x@y.org';
  const createdFor = keyMark('compilers\0x@y.org');

  const mean = (submissions: readonly EventSubmission[], cells: Partial<ScheduleRow>) => {
    const { matched, unknown } = matchSessions([row(2, cells)], submissions);
    const [first] = unknown;
    const named = [...(first?.message ?? '').matchAll(/" \((\w+)/g)].map(([, id]) => id);
    return matched.get('2')?.id ?? (first && [first.code, named]);
  };

  it.each<[string, readonly EventSubmission[], Partial<ScheduleRow>, unknown]>([
    ['names its submission by the id', [ada, grace], { submissionId: 'g', title: 'whatever' }, 'g'],
    ['by the title, without case and outer spaces', [grace], { title: ' COMPILERS' }, 'g'],
    [
      'by the title, with other apostrophes and dashes',
      [submission('s', 'L’été – “en mer”'), submission('m', "L'été - en mer")],
      { title: `L'été - "en mer"` },
      's',
    ],
    [
      'by the title as it is, where another one differs in a dash',
      [submission('s', 'Été – mer'), submission('m', 'Été - mer')],
      { title: 'été - mer' },
      'm',
    ],
    [
      'not by the title without accents',
      [submission('s', 'Été')],
      { title: 'Ete' },
      ['not_found', ['s']],
    ],
    [
      'by the address where titles repeat',
      [ada, grace],
      { title: 'Compilers', submitterEmail: 'ada@EXAMPLE.org' },
      'a',
    ],
    [
      'by the address of a speaker where titles repeat, also if its talk alone is called off',
      [ada, { ...grace, status: 'withdrawn' }],
      { title: 'Compilers', people: [{ name: 'G. H.', email: 'GRACE@example.org' }] },
      'g',
    ],
    [
      'by the address of its submitter before those of its speakers',
      [ada, grace],
      {
        title: 'Compilers',
        submitterEmail: 'ada@example.org',
        people: [{ name: '', email: 'grace@example.org' }],
      },
      'a',
    ],
    [
      'matches the one that this computer has created for the address of a speaker',
      [hidden, { ...another, createdFor }],
      { title: 'Compilers', people: [{ name: 'Cy Doe', email }] },
      'm',
    ],
    [
      'is not the only one that takes place if it is by nobody of it',
      [ada, { ...grace, status: 'withdrawn' }],
      { title: 'Compilers', people: [{ name: '', email: 'kim@example.org' }] },
      ['other_people', ['a', 'g']],
    ],
    [
      'by the title where that id is another system’s',
      [ada],
      { possibleId: 'ABCDEF', title: 'Compilers' },
      'a',
    ],
    ['may mean several', [ada, grace], { title: 'Compilers' }, ['ambiguous', ['a', 'g']]],
    [
      'means the one whose people it names',
      [
        { ...ada, people: [{ name: 'Jörg Müller' }] },
        { ...grace, people: [{ name: 'Bo Li' }] },
      ],
      { title: 'Compilers', people: [{ name: 'Joerg Mueller' }, { name: 'Cy Doe' }] },
      'a',
    ],
    [
      'may mean several of the person whom it names',
      [...[ada, grace].map((each) => ({ ...each, people: [{ name: 'Bo Li' }] })), hidden],
      { title: 'Compilers', people: [{ name: 'Bo Li' }] },
      ['ambiguous', ['a', 'g']],
    ],
    [
      'means the one that is not called off',
      [ada, { ...grace, status: 'withdrawn' }],
      { title: 'Compilers' },
      'a',
    ],
    [
      'contradicts itself where its title is that of another than its id',
      [ada, submission('k', 'Keynote')],
      { submissionId: 'k', title: 'compilers' },
      ['other_title', ['k', 'a']],
    ],
    [
      'is not somebody else’s talk',
      [ada],
      { title: 'Compilers', submitterEmail: 'kim@example.org' },
      ['other_submitter', ['a']],
    ],
    [
      'matches the one whose address is hidden',
      [hidden],
      { title: 'Compilers', submitterEmail: email },
      'h',
    ],
    [
      'matches the one that this computer has created for it, whatever its title is',
      [hidden, { ...another, title: 'Compilers, explained', createdFor }],
      { title: 'Compilers', submitterEmail: email },
      'm',
    ],
    [
      'is not the one that this computer has created for somebody else',
      [hidden, { ...another, createdFor }],
      { title: 'Compilers', submitterEmail: 'kim@example.org' },
      'h',
    ],
    [
      'may be any of those that show no address',
      [another, hidden, grace],
      { title: 'Compilers', submitterEmail: 'x@y.org' },
      ['ambiguous', ['m', 'h']],
    ],
    [
      'by an id that is not there is near to its title',
      [ada],
      { submissionId: 'z', title: 'Compiler' },
      ['not_found', ['a']],
    ],
  ])('%s', (_, submissions, cells, meant) => {
    expect(mean(submissions, cells)).toEqual(meant);
  });

  it('names the most similar title, in the first 20 rows that match nothing', () => {
    const titles = ['Intro to Rust', 'Introduction to Rust', 'Introduction to Rusty', 'Lunch'];
    const submissions = titles.map((title) => submission(title, title));
    const rows = Array.from({ length: 21 }, (_, at) =>
      row(at + 2, { title: 'Introduction to Rost' }),
    );
    const messages = matchSessions(rows, submissions).unknown.map(({ message }) => message);
    const problem = 'no submission is titled "Introduction to Rost"';
    const similar = `${problem}; most similar: "Introduction to Rust" (Introduction to Rust)`;
    expect(messages).toEqual([...Array.from({ length: 20 }, () => similar), problem]);
  });

  it('names at most 20 submissions of one title, and counts the others', () => {
    const people = [{ name: 'Ann Muster' }, { name: 'Bo Li' }];
    const same = Array.from({ length: 1000 }, (_, at) =>
      submission(`s${at}`, 'TBD', { people, status: 'accepted' }),
    );
    const [unknown] = matchSessions([row(2, { title: 'tbd' })], same).unknown;
    expect(unknown?.message).toMatch(
      /^"tbd" is the title of 1000 submissions: "TBD" \(s0, Ann Muster; Bo Li, accepted\), .*"TBD" \(s19, .*\), and 980 more; specify which one/,
    );
  });
});

describe('rows of one title, and its only submission', () => {
  const by = (...names: readonly string[]) => ({ people: names.map((name) => ({ name })) });
  const keynote = (line: number, ...names: readonly string[]) => {
    return row(line, { title: 'Keynote', ...by(...names) });
  };
  const ida = submission('k', 'Keynote', by('Ida Moen'));
  const office = submission('k', 'Keynote', by('Program Office'));
  const other =
    '"Keynote" with Ola Berg may be another talk than the submission of this title (k, ' +
    'Ida Moen); ' +
    'create that one, or write k in a column submission_id';

  it('may be two talks if they name other people', () => {
    const rows = [keynote(2, 'Moen, Ida'), keynote(3, 'Ola Berg')];
    const { matched, unknown } = matchSessions(rows, [ida]);
    expect([...matched.keys()]).toEqual(['2']);
    expect(unknown).toEqual([{ line: 3, code: 'ambiguous', title: 'Keynote', message: other }]);
    expect(matchSessions(rows.toReversed(), [ida]).unknown).toMatchObject([{ line: 3 }]);
    expect(matchSessions(rows, [office]).unknown).toMatchObject([{ line: 3 }]);
  });

  it.each([
    ['one row', [keynote(2, 'Ola Berg')]],
    ['a person in common', [keynote(2, 'Ida Moen', 'Bo Li'), keynote(3, 'Bo Li')]],
    ['another form of the name', [keynote(2, 'Ida Moen'), keynote(3, 'I. Moen')]],
    ['no people', [keynote(2, 'Ida Moen'), keynote(3)]],
    ['an id', [keynote(2, 'Ida Moen'), row(3, { submissionId: 'k', ...by('Ola Berg') })]],
  ])('are one talk with %s', (_, rows) => {
    expect(matchSessions(rows, [ida]).unknown).toEqual([]);
  });
});

it.each([
  ['s.csv', 'fix the titles, or write the ids'],
  ['s.ics', 'fix the titles, or pass a CSV file with the ids'],
  ['schedule.XML', 'fix the titles, or pass a CSV file with the ids'],
])('says how rows of %s find their submissions', (file, fix) => {
  const { unknown } = matchSessions([row(2, { title: 'Keynote' })], []);
  const rest = 'of the submissions in a column submission_id; create it';
  expect(unknownFixes({ file, unknown, creation: 'create it' })).toBe(`${fix} ${rest}`);
});
