// A folder for one test's files.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder that `remove` removes; tests write nowhere else. */
export function temporaryFolder(): {
  readonly path: string;
  file(name: string): string;
  remove(): void;
} {
  // On macOS, the folder for temporary files is a link; on Windows, its name may be a short one.
  const path = mkdtempSync(join(realpathSync.native(tmpdir()), 'plenary-test-'));
  return {
    path,
    file: (name) => join(path, name),
    // Windows may hold a file for a moment after it was closed.
    remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }),
  };
}
