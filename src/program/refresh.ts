// Brings the snapshot of a program up to date after its files were applied. Must not change the files.
import { join } from 'node:path';
import { kinds, type RecordKind } from '../combined/kinds.ts';
import { createReplacements } from '../replace-file.ts';
import { compareSides, type MergedRow, type Sides, startComparisons } from './comparison.ts';
import { snapshotFolder } from './files.ts';
import { isEqual, type Values } from './merge.ts';
import { type ProgramOptions, usingProgram } from './program.ts';
import { createSnapshotWriter, snapshotPath } from './snapshot.ts';

/** The values that were sent, by the id of their record. */
export type SentValues = Readonly<Record<RecordKind, { get(id: string): Values | undefined }>>;

/**
 * What the service and the files both have is the new base, and so is what was sent to it: the files may have been edited
 * since. Rows that were removed are marked, so that they count as an edit only once. The rest of the snapshot is as before. Without a snapshot, none is written.
 */
export async function refreshSnapshot(options: ProgramOptions, sent: SentValues): Promise<void> {
  const { folder } = options;
  await usingProgram(options, async ({ sides, hasSnapshot }) => {
    if (!hasSnapshot) return;
    const files = createReplacements(join(folder, snapshotFolder));
    try {
      const comparisons = startComparisons();
      const base = createSnapshotWriter(files.begin(snapshotPath(folder), 0o600), options);
      for (const resource of kinds) {
        for await (const row of compareSides(sides[resource], comparisons[resource], options)) {
          const written = sent[resource].get(row.id);
          const values = newBase(row, sides[resource], written, options.timeZone);
          // The plan has named it.
          const isRemoved = row.row === undefined && (written === undefined || sides[resource].base?.isRemoved(row.id));
          if (values !== undefined) base.add(resource, row.id, values, isRemoved);
        }
      }
      base.end();
      files.commit();
    } finally {
      files.discard();
    }
  });
}

function newBase(
  { id, row }: MergedRow,
  { base, service }: Sides,
  sent: Values | undefined,
  timeZone: string | undefined,
): Values | undefined {
  const before = base?.get(id);
  const there = service.get(id);
  if (there === undefined || (row === undefined && sent === undefined)) return before;
  const agreed = Object.entries(there).filter(([field, value]) =>
    [row?.values[field], sent?.[field]].some((own) => own !== undefined && isEqual(field, own, value, timeZone)),
  );
  return { ...before, ...Object.fromEntries(agreed) };
}
