// Finds the phases of a run that consists of several, each a run of its own. Must not know what is sent.
import type { RunSummary, Runs } from './folder.ts';

/** The phases of a run, the oldest first; the run itself if it has none. */
export async function phasesOf(run: RunSummary, runs: Pick<Runs, 'list'>): Promise<readonly RunSummary[]> {
  const phases = (await runs.list()).filter(({ header }) => header.parent === run.header.run);
  return phases.length === 0 ? [run] : phases;
}
