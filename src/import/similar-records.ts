// Finds the records that a row without one may mean, because their names are similar. Must not know rows.
import { createSimilarityIndex, type FindSimilar, isMisspelled } from '../columns/similar-texts.ts';

interface Candidate {
  readonly id: string;
  readonly name: string;
}

export function createSimilarRecords() {
  const byName = new Map<string, Candidate[]>();
  let find: FindSimilar | undefined;

  /** The most similar first; none if too much has been compared. */
  function to(name: string): readonly Candidate[] {
    if (name === '') return [];
    find ??= createSimilarityIndex(byName.keys());
    const candidates = find(name, listedCandidates)?.flatMap((text) => byName.get(text) ?? []) ?? [];
    return candidates.slice(0, listedCandidates);
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
