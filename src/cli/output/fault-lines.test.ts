// Faults as they are printed: few of them each in its place, many of one kind once with their count.
import { describe, expect, it } from 'vitest';
import { listedFaults, listFaults } from '../../columns/fault-list.ts';
import type { InputFault } from '../../errors.ts';
import { faultLines } from './fault-lines.ts';

const at = (line: number, code: string, message: string): InputFault => ({
  file: 's.csv',
  line,
  column: 'Start',
  code,
  message,
});
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const printed = (faults: readonly InputFault[]) =>
  faultLines(listFaults(faults).listed, ({ line, message }) => `${line}: ${message}`);

describe('faults', () => {
  it('are printed one by one, in the order of the file, if there are at most three of a kind', () => {
    const faults = [at(2, 'gap', 'A'), at(3, 'format', 'B'), at(4, 'gap', 'A'), at(5, 'gap', 'A'), at(6, 'x', 'A')];
    expect(printed(faults)).toEqual(['2: A', '3: B', '4: A', '5: A', '6: A']);
  });

  it('of one kind are printed once if their words are the same, with the number and the lines of the others', () => {
    const faults = range(2, 413).map((line) => at(line, 'no_time_zone', 'no zone'));
    expect(printed(faults)).toEqual(['2: no zone', '… and 411 more such faults in column "Start": lines 3–413']);
  });

  it('of one kind are printed three times if their words differ', () => {
    const faults = [2, 4, 6, 8, 10, 11, 20, 30, 40].map((line) => at(line, 'format', `"${line}" is no date`));
    expect(printed([...faults, at(41, 'gap', 'does not exist')])).toEqual([
      '2: "2" is no date',
      '4: "4" is no date',
      '6: "6" is no date',
      '41: does not exist',
      '… and 6 more such faults in column "Start": lines 8, 10–11, 20, 30, 40',
    ]);
  });

  it('of other columns, files and kinds are counted apart', () => {
    const four = range(2, 5).map((line) => at(line, 'gap', 'A'));
    const others = four.map((fault) => ({ ...fault, column: 'End' }));
    expect(printed([...four, ...others])).toEqual([
      '2: A',
      '2: A',
      '… and 3 more such faults in column "Start": lines 3–5',
      '… and 3 more such faults in column "End": lines 3–5',
    ]);
  });

  it('beyond those that are listed are counted', () => {
    const { listed, total } = listFaults(range(2, 5001).map((line) => at(line, 'gap', 'A')));
    expect(listed).toHaveLength(listedFaults);
    expect(total).toBe(5000);
    expect(listed[0]).toEqual({ ...at(2, 'gap', 'A'), count: 5000 });
    expect(listed[1]).toEqual(at(3, 'gap', 'A'));
    expect(faultLines(listed, ({ line }) => `${line}`)).toEqual([
      '2',
      '… and 4999 more such faults in column "Start": lines 3–1001 and others',
    ]);
  });
});
