// Brings the snapshot of a program up to date after its files were applied. Must not change the files.
import { join } from 'node:path';
import { compareSides, type MergedRow, type Sides, startComparison } from './comparison.ts';
import { programResources, snapshotFolder } from './files.ts';
import { isEqual, type Values } from './merge.ts';
import { type ProgramOptions, usingProgram } from './program.ts';
import { createReplacements } from './replace-file.ts';
import { snapshotHeaderText, snapshotPath, snapshotText } from './snapshot.ts';

/** What the files and the service both have is the new base; the rest of the snapshot is as before. Without a snapshot, none is written. */
export async function refreshSnapshot(options: ProgramOptions): Promise<void> {
  const { folder } = options;
  await usingProgram(options, async ({ sides, hasSnapshot }) => {
    if (!hasSnapshot) return;
    const files = createReplacements(join(folder, snapshotFolder));
    try {
      const base = files.begin(snapshotPath(folder), 0o600);
      base.write(snapshotHeaderText(options));
      for (const resource of programResources) {
        for await (const row of compareSides(sides[resource], startComparison(), options)) {
          const values = newBase(row, sides[resource], options.timeZone);
          if (values !== undefined) base.write(snapshotText(resource, row.id, values));
        }
      }
      files.commit();
    } finally {
      files.discard();
    }
  });
}

function newBase({ id, row }: MergedRow, { base, service }: Sides, timeZone: string | undefined): Values | undefined {
  const before = base?.get(id);
  const there = service.get(id);
  if (row === undefined || there === undefined) return before;
  const agreed = Object.entries(there).filter(([field, value]) => {
    const here = row.values[field];
    return here !== undefined && isEqual(field, here, value, timeZone);
  });
  return { ...before, ...Object.fromEntries(agreed) };
}
