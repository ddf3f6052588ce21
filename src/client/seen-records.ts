// Owns which records of a list have been read, and whether pages repeat them out of order. Pure.
import { hash } from 'node:crypto';
import { listedId, type RecordData } from './response.ts';

export interface SeenRecords {
  /** Adds the records of a page; returns those that no earlier page had. Without ids, only a whole page is recognized. */
  add(records: readonly RecordData[]): readonly RecordData[];
  /** Whether a page with new records also repeated some that are not at the end of the page before it. */
  readonly isReordered: boolean;
}

export function createSeenRecords(resource: string): SeenRecords {
  const seen = new Set<string>();
  const contents = new Set<string>();
  let lastIds: readonly (string | undefined)[] = [];
  let isReordered = false;

  return {
    get isReordered() {
      return isReordered;
    },
    add(records) {
      const ids = records.map((record) => listedId(record, resource));
      // Within one page, an id that occurs twice is the server's own decision.
      const fresh = records.filter((_, at) => {
        const id = ids[at];
        return id === undefined || !seen.has(id);
      });
      for (const id of ids) if (id !== undefined) seen.add(id);
      // The end of the last page again, or all of it, only shows that records were added before it.
      const repeated = records.length - fresh.length;
      const overlap = lastIds.slice(-repeated);
      const isShifted = repeated >= lastIds.length || overlap.every((id, at) => id === ids[at]);
      if (repeated > 0 && fresh.length > 0 && !isShifted) isReordered = true;
      lastIds = ids;
      if (!ids.includes(undefined)) return fresh;
      const content = hash('sha256', JSON.stringify(records));
      const isNew = !contents.has(content);
      contents.add(content);
      return isNew ? fresh : [];
    },
  };
}
