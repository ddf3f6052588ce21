// Owns the check that this process may open some more files. Must not know what for.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';

/** libsql opens seven for its first database, and SQLite others beside it. A thread opens six. */
const needed = 12;

/**
 * For what reports it badly if it cannot open what it needs: libsql ends the whole process.
 * @throws EMFILE or ENFILE, as an error of the system
 */
export function needFreeFiles(): void {
  const opened: number[] = [];
  try {
    while (opened.length < needed) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const file of opened) closeSync(file);
  }
}
