// The journal's lines as they stand on disk, whatever cuts them off.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { JournalError } from '../errors.ts';
import { createJournal, readJournal, resumeJournal, toRanges } from './journal.ts';

const lines = [
  '{"journal":1,"file":"a\u2028é.csv"}',
  '{"sending":[[1,3],[7,7]],"verb":"add","at":1000}',
  '{"row":1,"did":"created","id":"spk_1"}',
  '{"row":2,"did":"failed","message":"no “such” track"}',
  '{"unsent":[[3,3],[7,7]]}',
];
const text = lines.map((line) => `${line}\n`).join('');

describe('a journal', () => {
  it('writes a line for each thing that happens, for its owner alone', async () => {
    const path = fileIn('journal');
    const journal = await createJournal(path, { journal: 1, file: 'a\u2028é.csv' }, () => 1000);
    expect(readFileSync(path, 'utf8')).toBe(`${lines[0]}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await journal.intend([1, 2, 3, 7], 'add');
    expect(readFileSync(path, 'utf8')).toBe(`${lines[0]}\n${lines[1]}\n`);
    journal.settle({ row: 1, did: 'created', id: 'spk_1' });
    journal.settle({ row: 2, did: 'failed', message: 'no “such” track' });
    journal.release([3, 7]);
    journal.release([]);
    await journal.close();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('ends with the counts', async () => {
    const path = fileIn('journal');
    const journal = await createJournal(path, {}, () => Date.UTC(2026, 4, 2, 9));
    journal.finish({ rows: 3 });
    await journal.close();
    expect(readFileSync(path, 'utf8')).toBe('{}\n{"ended":"2026-05-02T09:00:00.000Z","counts":{"rows":3}}\n');
  });

  it('is never made over another', async () => {
    const path = fileIn('journal');
    writeFileSync(path, text);
    await expect(createJournal(path, {}, Date.now)).rejects.toThrow(JournalError);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('keeps the order of what is written while a write is under way', async () => {
    const path = fileIn('journal');
    const journal = await createJournal(path, {}, () => 0);
    const intents = Array.from({ length: 50 }, (_, at) => {
      journal.settle({ row: at, did: 'created' });
      return journal.intend([at], 'add');
    });
    await Promise.all(intents);
    const read = await readAll(path);
    await journal.close();
    expect(read.slice(1).map((entry) => JSON.stringify(entry))).toEqual(
      intents.flatMap((_, at) => [`{"row":${at},"did":"created"}`, `{"sending":[[${at},${at}]],"verb":"add","at":0}`]),
    );
  });

  it('cut off at any byte, is read and gone on with from its last whole line', async () => {
    const bytes = Buffer.from(text);
    const path = fileIn('journal');
    for (let size = 0; size <= bytes.length; size++) {
      writeFileSync(path, bytes.subarray(0, size));
      const whole = bytes.subarray(0, size).filter((byte) => byte === 0x0a).length;
      expect(await readAll(path)).toEqual(lines.slice(0, whole).map((line) => JSON.parse(line)));
      const journal = await resumeJournal(path, () => 5);
      await journal.intend([9], 'add');
      await journal.close();
      const kept = lines.slice(0, whole).map((line) => `${line}\n`);
      expect(readFileSync(path, 'utf8')).toBe(`${kept.join('')}{"sending":[[9,9]],"verb":"add","at":5}\n`);
    }
  });

  it('is read up to what is no JSON', async () => {
    const path = fileIn('journal');
    writeFileSync(path, `${lines[0]}\n\0\0\n${lines[1]}\n`);
    expect(await readAll(path)).toHaveLength(1);
  });

  // A file on which every write finds the disk full; only Linux has it.
  it.runIf(existsSync('/dev/full'))('that cannot be written, says why, and promises nothing more', async () => {
    const journal = await resumeFull();
    const intent = journal.intend([1], 'add');
    await expect(intent).rejects.toThrow(JournalError);
    await expect(intent).rejects.toThrow('cannot write /dev/full: the disk is full');
    journal.settle({ row: 1, did: 'created' });
    await expect(journal.intend([2], 'add')).rejects.toThrow('the disk is full');
    await expect(journal.close()).rejects.toThrow('the disk is full');
  });
});

it('tells rows as ranges', () => {
  expect(toRanges([])).toEqual([]);
  expect(toRanges([4])).toEqual([[4, 4]]);
  expect(toRanges([3, 4, 5, 9, 11, 12])).toEqual([
    [3, 5],
    [9, 9],
    [11, 12],
  ]);
});

async function resumeFull() {
  return resumeJournal('/dev/full', () => 0);
}

function fileIn(name: string): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return folder.file(name);
}

async function readAll(path: string): Promise<readonly unknown[]> {
  const entries: unknown[] = [];
  for await (const entry of readJournal(path)) entries.push(entry);
  return entries;
}
