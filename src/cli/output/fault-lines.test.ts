// Faults and warnings as they are printed: each once, with its lines.
import { describe, expect, it } from 'vitest';
import { listedFaults, listFaults } from '../../columns/fault-list.ts';
import type { InputFault } from '../../errors.ts';
import { faultLines, warningLines } from './fault-lines.ts';

const at = (line: number, code: string, message: string): InputFault => ({
  file: 's.csv',
  line,
  column: 'Start',
  code,
  message,
});
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const printed = (faults: readonly InputFault[]) => faultLines(listFaults(faults).listed);

describe('faults', () => {
  it.each([
    [[at(2, 'gap', 'A')], ['s.csv:2 column "Start": A']],
    [
      range(2, 413).map((line) => at(line, 'no_time_zone', 'no zone')),
      ['s.csv:2 column "Start": no zone (also: lines 3–413)'],
    ],
    [
      [2, 4, 6, 7, 9, 11, 13, 15].map((line) => at(line, 'format', '"?" is no date')),
      ['s.csv:2 column "Start": "?" is no date (also: lines 4, 6–7, 9, 11, 13 and others)'],
    ],
    [
      [
        at(2, 'gap', 'A'),
        at(3, 'format', 'B'),
        at(4, 'gap', 'A'),
        { ...at(5, 'gap', 'A'), column: 'End' },
      ],
      [
        's.csv:2 column "Start": A (also: line 4)',
        's.csv:3 column "Start": B',
        's.csv:5 column "End": A',
      ],
    ],
  ])('are one line for each text and column: %#', (faults, lines) => {
    expect(printed(faults)).toEqual(lines);
  });

  it('of one kind are one for each value', () => {
    const faults = [2, 3, 4].map((line) => at(line, 'x', line === 3 ? 'no Webb' : 'no Datta'));
    expect(printed(faults)).toEqual([
      's.csv:2 column "Start": no Datta (also: line 4)',
      's.csv:3 column "Start": no Webb',
    ]);
  });

  it('of one kind beyond the fiftieth value are counted, and other kinds are shown', () => {
    const dates = range(2, 61).map((line) => at(line, 'format', `"${line}" is no date`));
    const lines = printed([...dates, at(62, 'gap', 'A')]);
    expect(lines.slice(49)).toEqual([
      's.csv:51 column "Start": "51" is no date',
      's.csv:62 column "Start": A',
      's.csv:52 column "Start": and 10 more (also: lines 53–61)',
    ]);
  });

  it('with a value of its own in each of 5,000 rows are counted, listed or not', () => {
    const lines = printed(range(2, 5001).map((line) => at(line, 'format', `"${line}" is no date`)));
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe(
      's.csv:52 column "Start": and 4950 more (also: lines 53–1001 and others)',
    );
  });

  it('that are not listed are not taken for those of a value', () => {
    const faults = range(2, 1501).map((line) => at(line, 'x', line === 3 ? 'no B' : 'no A'));
    const few = [2, 3].map((line) => at(line, 'y', 'no A'));
    const many = range(4, 3001).map((line) => at(line, 'y', `no ${line}`));
    expect(printed(faults)).toEqual([
      's.csv:2 column "Start": no A (also: lines 4–1001)',
      's.csv:3 column "Start": no B',
      's.csv column "Start": and 500 more',
    ]);
    expect(printed([...few, ...many])[0]).toBe('s.csv:2 column "Start": no A (also: line 3)');
  });

  it('without a line are one for each sentence', () => {
    const faults = ['A', 'B', 'A'].map(
      (message): InputFault => ({ field: 'title', code: 'x', message }),
    );
    expect(faultLines(faults)).toEqual(['title: A', 'title: B']);
  });

  it('beyond those that are listed are counted', () => {
    const { listed, total } = listFaults(range(2, 5001).map((line) => at(line, 'gap', 'A')));
    expect(listed).toHaveLength(listedFaults);
    expect(total).toBe(5000);
    expect(listed[0]).toEqual({ ...at(2, 'gap', 'A'), count: 5000 });
    expect(listed[1]).toEqual(at(3, 'gap', 'A'));
    expect(faultLines(listed)).toEqual([
      's.csv:2 column "Start": A (also: lines 3–1001 and others)',
    ]);
  });
});

it('warnings are one sentence for each kind, which ends in the lines', () => {
  const warnings = [
    ...[2, 5, 6, 7, 8].map((line) => at(line, 'no_name', 'the speaker has no name')),
    at(3, 'unclear', '"3" is taken as one name'),
    at(3, 'unclear', '"3b" is taken as one name'),
    at(4, 'unclear', '"4" is taken as one name'),
    at(9, 'gap', 'A'),
    at(9, 'gap', 'B'),
    at(2, 'no_feedback', 'no "pending"'),
    at(3, 'no_feedback', 'no "draft"'),
  ];
  expect(warningLines(warnings, ({ message }) => message)).toEqual([
    'the speaker has no name: lines 2, 5–8',
    '"3" is taken as one name: line 3; also: line 4',
    'A: line 9',
    'no "pending": line 2',
    'no "draft": line 3',
  ]);
});

it('warnings of a kind with several texts that are not listed are counted', () => {
  const { listed } = listFaults(
    range(2, 1501).map((line) => at(line, 'no_feedback', line === 3 ? 'no "B"' : 'no "A"')),
  );
  expect(warningLines(listed, ({ message }) => message)).toEqual([
    'no "A": lines 2, 4–1001',
    'no "B": line 3',
    'and 500 more',
  ]);
});
