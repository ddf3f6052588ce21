// Rows of a schedule file: which submission each one matches, and what it changes.
import { describe, expect, it } from 'vitest';
import { difference, type WantedRow } from './changes.ts';
import { matchSubmissions } from './match.ts';
import { placeKey } from './place.ts';
import { unmatched } from './planned-sessions.ts';
import type { EventSubmission } from './submissions.ts';

const nine = { room: 'Main Hall', start: '2026-05-02T09:00:00+02:00' };
const ten = { room: 'Lab', start: '2026-05-02T10:00:00+02:00' };

function submission(id: string, title: string, given: Partial<EventSubmission> = {}): EventSubmission {
  return { ...unmatched, id, title, ...given };
}

function row(line: number, given: Partial<WantedRow>): WantedRow {
  return { line, submissionId: undefined, title: '', submitterEmail: undefined, to: nine, ...given };
}

function differing(rows: readonly WantedRow[], program: readonly EventSubmission[]) {
  const matches = matchSubmissions(rows, program);
  return { ...matches, ...difference(rows, matches.matched) };
}

it('leaves out a title that says that its session is called off, unless a submission has it', () => {
  const rows = [
    row(2, { title: 'Caching (cancelled)', submitterEmail: 'a@example.org' }),
    row(3, { title: 'CANCELLED: the end of a series' }),
    row(4, { title: 'Cancel culture' }),
  ];
  const { matched, emptySlots, unknown } = matchSubmissions(rows, [
    submission('a', 'Caching', { submitterEmail: 'a@example.org' }),
    submission('b', 'Cancelled: the end of a series'),
  ]);
  expect([[...matched.keys()], [...emptySlots], unknown.map(({ line }) => line)]).toEqual([
    [placeKey(rows[1] ?? { line: 0 })],
    [placeKey(rows[0] ?? { line: 0 })],
    [4],
  ]);
});

describe('the changes', () => {
  const program = [
    submission('a', 'Keynote'),
    submission('b', 'Compilers', { placement: ten }),
    submission('c', 'Lunch', { placement: { room: 'Main Hall', start: '2026-05-02T07:00:00Z' } }),
  ];

  it('place sessions without a placement, move those with another one, and nothing else', () => {
    const rows = [row(2, { submissionId: 'a' }), row(3, { submissionId: 'b' }), row(4, { submissionId: 'c' })];
    const { changes, unchanged, unknown } = differing(rows, program);
    expect(changes).toEqual([
      { action: 'place', submissionId: 'a', title: 'Keynote', line: 2, from: null, to: nine },
      { action: 'move', submissionId: 'b', title: 'Compilers', line: 3, from: ten, to: nine },
    ]);
    expect([unchanged, unknown]).toEqual([['4'], []]);
  });

  it('include a move if only the room or only the start differs', () => {
    for (const to of [
      { ...ten, room: 'Annex' },
      { ...ten, start: nine.start },
    ]) {
      expect(differing([row(2, { submissionId: 'b', to })], program).changes).toMatchObject([{ action: 'move', to }]);
    }
  });

  it('are none if only the case of the room or the white space around it differs', () => {
    const to = { ...ten, room: ' lab' };
    expect(differing([row(2, { submissionId: 'b', to })], program)).toMatchObject({ changes: [], unchanged: ['2'] });
  });

  it('follow the first slot of a session in time, whatever the order of its rows', () => {
    const early = row(2, { title: 'Keynote' });
    const late = row(3, { submissionId: 'a', to: ten });
    const slot = { title: 'Keynote', row: late, used: early };
    expect(differing([early, late], program)).toMatchObject({ changes: [{ line: 2, to: nine }], further: [slot] });
    expect(differing([late, early], program)).toMatchObject({ changes: [{ line: 2, to: nine }], further: [slot] });
  });

  it('follow the first row of several at one time', () => {
    const rows = [row(2, { title: 'Keynote' }), row(3, { title: 'Keynote', to: { ...nine, room: 'Lab' } })];
    expect(differing(rows, program)).toMatchObject({ changes: [{ line: 2 }], further: [{ row: { line: 3 } }] });
  });

  it('have the place of a row in a grid: a line has many rows', () => {
    const rows = [
      row(2, { title: 'Keynote', column: 'Hall' }),
      row(2, { title: 'Compilers', column: 'Lab', sheet: 'Fri' }),
    ];
    expect(differing(rows, program).changes).toMatchObject([
      { title: 'Keynote', line: 2, column: 'Hall' },
      { title: 'Compilers', line: 2, column: 'Lab', sheet: 'Fri' },
    ]);
  });
});

describe('a row', () => {
  const ada = submission('a', 'Compilers', { submitterEmail: 'Ada@example.org' });
  const grace = submission('g', 'compilers ', { submitterEmail: 'grace@example.org' });
  const masked = submission('m', 'Compilers', { submitterEmail: 'a***@e***.org' });
  const hidden = submission('h', 'Compilers');

  const mean = (program: readonly EventSubmission[], given: Partial<WantedRow>) => {
    const { matched, unknown } = differing([row(2, given)], program);
    const [first] = unknown;
    return matched.get('2')?.id ?? (first && [first.reason, first.candidates.map(({ id }) => id)]);
  };

  it.each<[string, readonly EventSubmission[], Partial<WantedRow>, unknown]>([
    ['names its submission by the id', [ada, grace], { submissionId: 'g', title: 'whatever' }, 'g'],
    ['by the title, without case and outer spaces', [grace], { title: ' COMPILERS' }, 'g'],
    [
      'by the address where titles repeat',
      [ada, grace],
      { title: 'Compilers', submitterEmail: 'ada@EXAMPLE.org' },
      'a',
    ],
    ['by an id that may belong to another system', [ada, grace], { possibleId: 'g', title: 'Compilers' }, 'g'],
    ['by the title where that id is another system’s', [ada], { possibleId: 'ABCDEF', title: 'Compilers' }, 'a'],
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
    ['means the one that is not called off', [ada, { ...grace, status: 'withdrawn' }], { title: 'Compilers' }, 'a'],
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
    ['matches the one whose address is hidden', [masked], { title: 'Compilers', submitterEmail: 'x@y.org' }, 'm'],
    [
      'is sooner the talk with its address than one without',
      [hidden, ada],
      { title: 'Compilers', submitterEmail: 'ada@example.org' },
      'a',
    ],
    [
      'may be any of those that show no address',
      [masked, hidden, grace],
      { title: 'Compilers', submitterEmail: 'x@y.org' },
      ['ambiguous', ['m', 'h']],
    ],
    [
      'by an id that is not there is near to its title',
      [ada],
      { submissionId: 'z', title: 'Compiler' },
      ['not_found', ['a']],
    ],
    ['by an id alone is near to nothing', [ada], { submissionId: 'z' }, ['not_found', []]],
  ])('%s', (_, program, given, meant) => {
    expect(mean(program, given)).toEqual(meant);
  });

  it('has the submissions of the most similar title as candidates, in the first 20 rows that match nothing', () => {
    const titles = ['Intro to Rust', 'Introduction to Rust', 'Introduction to Rusty', 'Lunch'];
    const program = titles.map((title) => submission(title, title));
    const rows = Array.from({ length: 21 }, (_, at) => ({
      ...{ submissionId: undefined, submitterEmail: undefined },
      ...{ line: at + 2, title: 'Introduction to Rost' },
    }));
    const { unknown } = matchSubmissions(rows, program);
    expect(unknown.map(({ candidates }) => candidates.map(({ id }) => id))).toEqual([
      ...Array.from({ length: 20 }, () => ['Introduction to Rust']),
      [],
    ]);
  });
});

it('lists at most 20 candidates of a row, and how many there are', () => {
  const same = Array.from({ length: 1000 }, (_, at) => ({ ...unmatched, id: `s${at}`, title: 'TBD' }));
  const rows = same.map((_, at) => ({
    line: at + 2,
    submissionId: undefined,
    title: 'tbd',
    submitterEmail: undefined,
  }));
  const { unknown } = matchSubmissions(rows, same);
  expect(unknown).toHaveLength(1000);
  expect(unknown[0]).toMatchObject({ reason: 'ambiguous', candidateCount: 1000 });
  expect(unknown[0]?.candidates.map(({ id }) => id)).toEqual(same.slice(0, 20).map(({ id }) => id));
});
