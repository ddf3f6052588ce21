// Finds the records that a row without one may mean, because their names are similar. Must not know rows.
import { createSimilarityIndex, type FindSimilar, isMisspelled } from '../columns/similar-texts.ts';

export interface Candidate {
  readonly id: string;
  readonly name: string;
}

export interface SimilarRecords {
  /** @param name by which people look for the record @param label what a plan calls it */
  add(id: string, name: string, label: string): void;
  /** The most similar first; none if too much has been compared. */
  to(name: string): readonly Candidate[];
  /** Those whose titles differ from this one in a few letters; none if too much has been compared. */
  misspelled(title: string): readonly Candidate[];
}

export function createSimilarRecords(): SimilarRecords {
  const byName = new Map<string, Candidate[]>();
  let find: FindSimilar | undefined;

  function to(name: string): readonly Candidate[] {
    if (name === '') return [];
    find ??= createSimilarityIndex(byName.keys());
    const candidates = find(name, listedCandidates)?.flatMap((text) => byName.get(text) ?? []) ?? [];
    return candidates.slice(0, listedCandidates);
  }

  return {
    add(id, name, label) {
      const candidate = { id, name: label };
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [candidate]);
      else same.push(candidate);
    },
    to,
    misspelled: (title) => to(title).filter(({ name }) => isMisspelled(title, name)),
  };
}

const listedCandidates = 20;
