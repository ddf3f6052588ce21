// Checks and saves changes that were not read from cells: those of a plan, of an undo or of a program.

import { type Wanted, ways } from '../changes/change.ts';
import { bodyOf, type RowFault } from '../changes/change-set.ts';
import { changeChecker } from './row-rules.ts';
import { foldSameRecord } from './same-record.ts';
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
      const first = ledger.find(by, change.names[by] ?? '');
      const at = ledger.add(change, 'create');
      // A plan that somebody has edited may change a record twice.
      if (first !== undefined && !foldSameRecord(ledger.read(first), ledger.read(at), work)) {
        ledger.mark(at, 'rejected');
        ledger.attach(at, {
          faults: [{ row, line, code: 'duplicate', message: `line ${ledger.read(first).line} is for the same record` }],
        });
      }
    }
  }
}
