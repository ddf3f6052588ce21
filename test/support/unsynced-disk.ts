// The disk as a crash or a lack of space leaves it: what was written to a file and not synced may
// be missing. Must not know what is in the files.
import fs, {
  existsSync,
  fstatSync,
  readdirSync,
  statSync,
  truncateSync,
  utimesSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';

type Callback = (error: Error | null) => void;

/** Watches what is written to journals, and which bytes are synced, until `restore`. */
export async function watchDisk() {
  const { fdatasync } = fs;
  const files = await fileMethods();
  const { appendFile } = files;
  let isFull = () => false;
  /** The size up to which a file is on disk, by its inode. */
  const synced = new Map<number, number>();

  function watched(fd: number, callback: Callback): void {
    const { ino, size } = fstatSync(fd);
    fdatasync(fd, (failure) => {
      if (failure === null) synced.set(ino, size);
      callback(failure);
    });
  }
  replace(watched);

  /** A disk that is full takes a part. */
  async function append(this: FileHandle, data: string): Promise<void> {
    if (!isFull()) return appendFile.call(this, data);
    await appendFile.call(this, data.slice(0, data.length / 2));
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  }
  Object.assign(files, { appendFile: append });

  return {
    /** From now on, this decides at each append whether the disk is full. */
    fill(next: () => boolean): void {
      isFull = next;
    },
    /** Everything in the folder is on disk. */
    trust(folder: string): void {
      for (const { ino, size } of journalsIn(folder)) synced.set(ino, size);
    },
    /**
     * Removes a share of the bytes that were not synced.
     * @param copy what a process has left of the folder
     */
    cut(folder: string, copy: string, share: number): void {
      const inodes = new Map(journalsIn(folder).map(({ run, ino }) => [run, ino]));
      for (const { run, path, size } of journalsIn(copy)) {
        const durable = Math.min(size, synced.get(inodes.get(run) ?? 0) ?? 0);
        truncateSync(path, size - Math.floor((size - durable) * share));
      }
    },
    /** Dates the journals of a folder, whose clock may be ahead of the system's. */
    date(folder: string, now: number): void {
      for (const { path } of journalsIn(folder)) utimesSync(path, now / 1000, now / 1000);
    },
    restore(): void {
      replace(fdatasync);
      Object.assign(files, { appendFile });
    },
  };
}

/** The methods that all open files share. */
async function fileMethods(): Promise<Pick<FileHandle, 'appendFile'>> {
  const handle = await open(import.meta.filename);
  await handle.close();
  return Object.getPrototypeOf(handle);
}

function replace(fdatasync: unknown): void {
  Object.assign(fs, { fdatasync });
  syncBuiltinESMExports();
}

function journalsIn(folder: string) {
  const runs = join(folder, 'runs');
  const names = existsSync(runs) ? readdirSync(runs) : [];
  return names.flatMap((run) => {
    const path = join(runs, run, 'journal.ndjson');
    if (!existsSync(path)) return [];
    const { ino, size } = statSync(path);
    return [{ run, path, ino, size }];
  });
}
