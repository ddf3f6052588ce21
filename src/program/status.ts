// Reports what the files of a program and the service have changed since they were last the same. Must not write into its folder.
import { type Comparison, compareSides, startComparisons } from './comparison.ts';
import { type ProgramResource, programResources } from './files.ts';
import { type ProgramOptions, usingProgram } from './program.ts';

export interface ProgramStatus {
  /** Without a snapshot, it is unknown which side has changed: records that differ are conflicts. */
  readonly hasSnapshot: boolean;
  readonly comparisons: Readonly<Record<ProgramResource, Comparison>>;
}

/** @throws as `usingProgram` */
export async function programStatus(options: ProgramOptions): Promise<ProgramStatus> {
  return usingProgram(options, async ({ hasSnapshot, sides }) => {
    const comparisons = startComparisons();
    for (const resource of programResources) {
      for await (const _ of compareSides(sides[resource], comparisons[resource], options));
    }
    return { hasSnapshot, comparisons };
  });
}
