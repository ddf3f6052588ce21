// The journal's lines on disk, wherever they are cut off.
import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runHeader as header } from '../../test/support/run-header.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Clock, systemClock } from '../client/clock.ts';
import { JournalError } from '../errors.ts';
import { type JournalEntry, toRanges } from './entry.ts';
import { createJournal, type JournalFile, resumeJournal } from './journal.ts';
import { readEntries, readHeader } from './read-journal.ts';

const plainLines = [
  JSON.stringify(header),
  '{"sending":[[1,3],[7,7]],"verb":"add","at":1000}',
  '{"row":1,"did":"created","id":"spk_1"}',
  '{"row":2,"did":"failed","id":"spk_“2”"}',
  '{"unsent":[[3,3],[7,7]]}',
];
const lines = plainLines.map(numbered);
const text = lines.map((line) => `${line}\n`).join('');

function clockAt(date: number): Clock {
  return { ...systemClock, date: () => date };
}

/** With its number, and the first characters of its hash. */
function numbered(line: string, at: number): string {
  const before = `${line.slice(0, -1)},"line":${at + 1}`;
  const hash = createHash('sha256').update(before).digest('base64url');
  return `${before},"check":"${hash.slice(0, 8)}"}`;
}

describe('a journal', () => {
  it('writes a line for each entry, readable by its owner only', async () => {
    const path = fileIn('journal');
    const journal = await createJournal(path, header, { clock: clockAt(1000) });
    expect(readFileSync(path, 'utf8')).toBe(`${lines[0]}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await journal.recordIntent([1, 2, 3, 7], 'add');
    expect(readFileSync(path, 'utf8')).toBe(`${lines[0]}\n${lines[1]}\n`);
    journal.recordOutcome({ row: 1, did: 'created', id: 'spk_1' });
    journal.recordOutcome({ row: 2, did: 'failed', id: 'spk_“2”' });
    journal.recordUnsent([3, 7]);
    journal.recordUnsent([]);
    await journal.close();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  // Yarn's Plug'n'Play replaces FileHandle by one without this method.
  it("needs no FileHandle's datasync", async () => {
    const handle = await open(fileIn('other'), 'w');
    onTestFinished(() => handle.close());
    const datasync = vi
      .spyOn(Object.getPrototypeOf(handle), 'datasync')
      .mockRejectedValue(new Error('unexpected'));
    onTestFinished(() => datasync.mockRestore());
    const journal = await createJournal(fileIn('journal'), header, { clock: clockAt(1000) });
    await journal.recordIntent([1], 'add');
    await journal.close();
  });

  it('shows at most once a second, by its time of modification, that its run is sending', async () => {
    const path = fileIn('journal');
    let ms = 0;
    const clock = { ...systemClock, now: () => ms, date: () => 1_000_000 + ms };
    const journal = await createJournal(path, header, { clock });
    const writtenMs = statSync(path).mtimeMs;
    const times = [999, 1000, 1999, 2000].map((now) => {
      ms = now;
      journal.showSending();
      return statSync(path).mtimeMs;
    });
    await journal.close();
    expect(times).toEqual([writtenMs, 1_001_000, 1_001_000, 1_002_000]);
  });

  it('is never created over another', async () => {
    const path = fileIn('journal');
    writeFileSync(path, text);
    await expect(createJournal(path, {}, { clock: systemClock })).rejects.toThrow(JournalError);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('keeps the order of entries that are added during a write', async () => {
    const path = fileIn('journal');
    const journal = await createJournal(path, { ...header, rows: 50 }, { clock: clockAt(0) });
    const intents = Array.from({ length: 50 }, (_, at) => {
      journal.recordOutcome({ row: at + 1, did: 'created' });
      return journal.recordIntent([at + 1], 'add');
    });
    await Promise.all(intents);
    const read = await readAll(path);
    await journal.close();
    expect(read.map((entry) => JSON.stringify(entry))).toEqual(
      intents.flatMap((_, at) => [
        `{"row":${at + 1},"did":"created"}`,
        `{"sending":[[${at + 1},${at + 1}]],"verb":"add","at":0}`,
      ]),
    );
  });

  it('cut off at any byte, is read and resumed from its last whole line', async () => {
    const bytes = Buffer.from(text);
    const path = fileIn('journal');
    for (let size = 0; size <= bytes.length; size++) {
      writeFileSync(path, bytes.subarray(0, size));
      const whole = bytes.subarray(0, size).filter((byte) => byte === 0x0a).length;
      expect(await readHeader(path)).toEqual(whole === 0 ? undefined : header);
      const entries = plainLines
        .slice(1, Math.max(1, whole))
        .map((line) => withoutMessage(JSON.parse(line)));
      expect(await readAll(path)).toEqual(entries);
      const journal = await resumeJournal(path, { clock: clockAt(5) });
      await journal.recordIntent([9], 'add');
      await journal.close();
      const kept = lines.slice(0, whole).map((line) => `${line}\n`);
      const added = numbered('{"sending":[[9,9]],"verb":"add","at":5}', whole);
      // Without a header, it is no journal yet.
      if (whole > 0) expect(readFileSync(path, 'utf8')).toBe(`${kept.join('')}${added}\n`);
    }
  });

  it('is read and resumed up to bytes that never reached the disk', async () => {
    const path = fileIn('journal');
    writeFileSync(path, `${lines[0]}\n${lines[1]}\n{"row"\0\0\n\0\0`);
    expect(await readAll(path)).toHaveLength(1);
    const journal = await resumeJournal(path, { clock: clockAt(5) });
    await journal.recordIntent([9], 'add');
    await journal.close();
    expect(await readAll(path)).toHaveLength(2);
  });

  it.each([
    ['a changed byte', [0, 1, 2, 3, 4], (line: string) => line.replace('spk_1', 'spk%1'), [3]],
    ['NULs that lines follow', [0, 1, 2, 3, 4], () => '\0\0', [3]],
    ['a line of an older journal', [0, 1, 2, 3, 4], () => plainLines[2] ?? '', [3]],
    ['a missing line', [0, 1, 3, 4], (line: string) => line, [3]],
    ['two missing lines', [0, 1, 4], (line: string) => line, [3]],
    ['a repeated line', [0, 1, 2, 2, 3, 4], (line: string) => line, [4]],
  ])('names the line of %s, and reads the others', async (_, kept, change, damaged) => {
    const path = fileIn('journal');
    const all = kept.map((at, place) => (place === 2 ? change(lines[at] ?? '') : lines[at]));
    writeFileSync(path, all.map((line) => `${line}\n`).join(''));
    const found: number[] = [];
    let entries = 0;
    for await (const entry of readEntries(path)) {
      if ('damagedLine' in entry) found.push(entry.damagedLine);
      else entries++;
    }
    expect(found).toEqual(damaged);
    expect(entries).toBeGreaterThan(1);
  });

  it('of an earlier version is read, and resumed in its form', async () => {
    const path = fileIn('journal');
    const old = plainLines.with(0, JSON.stringify({ ...header, journal: 1 }));
    writeFileSync(path, old.map((line) => `${line}\n`).join(''));
    expect(await readHeader(path)).toEqual({ ...header, journal: 1 });
    const journal = await resumeJournal(path, { clock: clockAt(5) });
    await journal.recordIntent([9], 'add');
    await journal.close();
    expect(readFileSync(path, 'utf8')).toContain('\n{"sending":[[9,9]],"verb":"add","at":5}\n');
    expect(await readAll(path)).toHaveLength(5);
  });
});

describe('an intent', () => {
  it('resolves after its line was appended and synced', async () => {
    const { calls, open } = recordingFile();
    const journal = await createJournal('journal', header, { clock: clockAt(0), open });
    calls.push('created');
    const intents = [journal.recordIntent([1], 'add'), journal.recordIntent([2], 'add')].map(
      (intent, at) => intent.then(() => calls.push(`intent ${at + 1} resolved`)),
    );
    await Promise.all(intents);
    journal.recordOutcome({ row: 1, did: 'created' });
    await journal.close();
    expect(calls).toEqual([
      'append header',
      'datasync',
      'created',
      'append sending,sending',
      'datasync',
      'intent 1 resolved',
      'intent 2 resolved',
      'append row',
      'datasync',
      'close',
    ]);
  });

  it('rejects if the sync fails', async () => {
    const { calls, open } = recordingFile(2);
    const journal = await createJournal('journal', header, { clock: clockAt(0), open });
    await expect(journal.recordIntent([1], 'add')).rejects.toThrow(
      'cannot write journal: the disk is full',
    );
    await expect(journal.recordIntent([2], 'add')).rejects.toThrow('the disk is full');
    expect(calls).toEqual(['append header', 'datasync', 'append sending', 'datasync']);
  });
});

it('writes rows as ranges', () => {
  expect(toRanges([])).toEqual([]);
  expect(toRanges([4])).toEqual([[4, 4]]);
  expect(toRanges([3, 4, 5, 9, 11, 12])).toEqual([
    [3, 5],
    [9, 9],
    [11, 12],
  ]);
});

/** A file that records the order of its calls. @param failingSync which sync finds the disk full */
function recordingFile(failingSync = 0) {
  const calls: string[] = [];
  let syncs = 0;
  const file: JournalFile = {
    async appendFile(text) {
      const lines = String(text).split('\n').slice(0, -1);
      const kinds = lines.map((line) => Object.keys(JSON.parse(line))[0]);
      calls.push(`append ${kinds.map((kind) => (kind === 'journal' ? 'header' : kind)).join()}`);
    },
    async datasync() {
      await new Promise(setImmediate);
      calls.push('datasync');
      if (++syncs === failingSync) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    },
    async close() {
      calls.push('close');
    },
  };
  return { calls, open: async () => file };
}

function fileIn(name: string): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.file(name);
}

async function readAll(path: string): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for await (const entry of readEntries(path)) {
    if ('damagedLine' in entry) expect.fail(`line ${entry.damagedLine} is damaged`);
    entries.push(entry);
  }
  return entries;
}

/** An entry as it is read: why a row failed is for people only. */
function withoutMessage({ message: _, ...entry }: Readonly<Record<string, unknown>>): unknown {
  return entry;
}
