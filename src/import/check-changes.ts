// Checks and saves changes that were not read from cells: those of a plan, of an undo or of a program.

import { type Wanted, ways } from '../changes/change.ts';
import { bodyOf, type RowFault } from '../changes/change-set.ts';
import { duplicate } from './record-faults.ts';
import { changeChecker } from './row-rules.ts';
import { locate, reject, type Work } from './work.ts';

/** Gives every change its state. @throws the signal's reason */
export function checkChanges(changes: Iterable<Wanted>, work: Work, signal: AbortSignal | undefined): void {
  const { ledger, endpoint, rules } = work;
  const check = changeChecker(endpoint, rules);
  for (const change of changes) {
    signal?.throwIfAborted();
    const { row, line } = change;
    const faults = check(bodyOf(change)).map(
      ({ field, ...fault }): RowFault => ({ row, line, ...locate(work, field), ...fault }),
    );
    const by = ways.find((way) => change.names[way] !== undefined);
    if (faults.length > 0) reject(change, faults, work);
    else if (by === undefined)
      reject(change, [{ row, line, code: 'missing_identity', message: 'it names no record' }], work);
    else {
      // A plan that somebody has edited may change a record twice.
      const first = ledger.find(by, change.names[by] ?? '');
      if (first === undefined) ledger.add(change, 'create');
      else reject(change, [{ row, line, ...duplicate(ledger.read(first).line) }], work);
    }
  }
}
