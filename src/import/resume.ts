// Owns how a saved run of an import becomes the import that sends what is left of it.
import { creationOf } from '../contract/index.ts';
import type { ImportHeader } from './header.ts';
import type { SavedRun } from './options.ts';

/** What a run saved, even if its file has changed since. */
export function savedRun({ run, file, sha256, columns, delimiter, options: { encoding } }: ImportHeader): SavedRun {
  return { run, file, encoding, columns, delimiter, sha256: () => sha256 };
}

/** The import that sends what is left of a run. */
export function resumedImport(header: ImportHeader) {
  const { resource, event, baseUrl, options } = header;
  return {
    ...{ endpoint: creationOf(resource), event, baseUrl },
    source: savedRun(header),
    ...options,
    rows: options.rows ?? undefined,
    // The run began without its invalid rows.
    skipInvalid: true,
    dryRun: false,
  };
}
