// Warns in plans that a new address of a speaker does not reach the talks, which name their submitter by address.
import { quoted } from '../../contract/amount.ts';
import { foldKey, keyText } from '../../contract/key.ts';
import type { ImportPlan } from '../../import/options.ts';
import type { RowFault } from '../../runs/row.ts';

const why = 'because the API cannot change the submitter of a talk';

/** A warning for each address that a plan changes. An undo brings talks and speakers together again. */
export function keptAddresses({ report, rows }: Pick<ImportPlan, 'report' | 'rows'>): readonly RowFault[] {
  if (report.resource !== 'speakers' || report.undoes !== undefined) return [];
  return Array.from(rows('update')).flatMap(({ row, line, changes }): readonly RowFault[] => {
    const [old, changed] = [keyText(changes?.email?.from), keyText(changes?.email?.to) ?? ''];
    if (old === undefined || foldKey(old) === foldKey(changed)) return [];
    const message = `the talks of this speaker keep the address ${quoted(old)}, ${why}`;
    return [{ row, line, field: 'email', code: 'kept_address', message }];
  });
}
