// Finds the records that a row without one may mean, because their names are similar. Must not know rows.
import { isMisspelled, nearestOf } from '../columns/similarity.ts';

interface Candidate {
  readonly id: string;
  readonly name: string;
}

export function createSimilarRecords() {
  const byName = new Map<string, Candidate[]>();
  let nearest: ReturnType<typeof nearestOf> | undefined;
  let searched = 0;

  /** Those with the most similar name; none after as many searches. */
  function to(name: string): readonly Candidate[] {
    if (name === '' || searched++ >= searchedRows) return [];
    nearest ??= nearestOf(byName.keys());
    return byName.get(nearest(name) ?? '')?.slice(0, listedCandidates) ?? [];
  }

  return {
    /** @param name by which people look for the record @param label what a plan calls it */
    add(id: string, name: string, label: string): void {
      const candidate = { id, name: label };
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [candidate]);
      else same.push(candidate);
    },
    to,
    /** Those whose titles differ from this one in a few letters. */
    misspelled: (title: string) => to(title).filter(({ name }) => isMisspelled(title, name)),
  };
}

const listedCandidates = 20;

const searchedRows = 20;
