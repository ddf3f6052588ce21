// Rows on disk are read back unchanged, from any place and in any order.
import * as nodeFiles from 'node:fs';
import { readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createRowFile, type FileCalls, type RowFile } from './row-file.ts';

it('reads back any values in any order, while others are added', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme', maxLength: 50 }), fc.nat(6)), { minLength: 1 }),
      fc.infiniteStream(fc.nat()),
      (texts, picks) => {
        const { file } = openFile();
        const kept: { readonly offset: number; readonly value: unknown }[] = [];
        for (const [text, power] of texts) {
          const value = [kept.length, text.repeat(8 ** power % 40_000)];
          kept.push({ offset: file.append(value), value });
          const picked = kept[(picks.next().value ?? 0) % kept.length];
          expect(file.read(picked?.offset ?? 0)).toEqual(picked?.value);
        }
        for (const { offset, value } of kept.reverse()) expect(file.read(offset)).toEqual(value);
      },
    ),
    { numRuns: 30 },
  );
});

it('stores lines that are longer than its buffer, whole and in order', () => {
  const { file, path } = openFile();
  const values = ['€'.repeat(90_000), 'short', '😀'.repeat(300_000), '', 'x'.repeat(262_143), 'é'.repeat(131_072)];
  const offsets = values.map((value) => file.append(value));
  expect(values.map((_, at) => file.read(offsets[at] ?? 0))).toEqual(values);
  file.sync();
  expect(readFileSync(path, 'utf8')).toBe(values.map((value) => `"${value}"\n`).join(''));
});

it('reads each part once while several places are read in turn, in the order of the file', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  let bytesRead = 0;
  const readSync = (...given: Parameters<typeof nodeFiles.readSync>) => {
    const size = nodeFiles.readSync(...given);
    bytesRead += size;
    return size;
  };
  const file = createRowFile(folder.file('rows'), { ...nodeFiles, readSync } as FileCalls);
  const places = ['before', 'now', 'note'].map((side) =>
    Array.from({ length: 100 }, (_, n) => file.append(`${side} ${n} ${'long text '.repeat(2000)}`)),
  );
  file.sync();
  for (let n = 0; n < 100; n++) for (const side of places) file.read(side[n] ?? 0);
  expect(bytesRead).toBeLessThan(1.5 * nodeFiles.statSync(folder.file('rows')).size);
  file.close();
});

it('counts offsets in bytes', () => {
  const { file } = openFile();
  expect([['é'], ['\u2028'], '😀', 'a'].map((value) => file.append(value))).toEqual([0, 7, 15, 22]);
});

it('is readable by its owner only, and never overwrites a file', () => {
  const { path } = openFile();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => createRowFile(path)).toThrow('EEXIST');
});

it('syncs after all writes, before the rows count as saved', () => {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const { calls, files } = recordingCalls();
  const file = createRowFile(folder.file('rows'), files);
  file.append(['a']);
  file.append(['b']);
  expect(calls).toEqual(['open']);
  file.sync();
  expect(calls).toEqual(['open', 'write "[\\"a\\"]\\n[\\"b\\"]\\n"', 'fsync']);
  file.close();
  expect(calls).toEqual(['open', 'write "[\\"a\\"]\\n[\\"b\\"]\\n"', 'fsync', 'close']);
});

/** The real calls, noted in their order. */
function recordingCalls() {
  const calls: string[] = [];
  const files: FileCalls = {
    ...nodeFiles,
    openSync(path, flags, mode) {
      calls.push('open');
      return nodeFiles.openSync(path, flags, mode);
    },
    writeSync(file, bytes, offset, length, at) {
      const size = nodeFiles.writeSync(file, bytes, offset, length, at);
      calls.push(`write ${JSON.stringify(bytes.toString())}`);
      return size;
    },
    fsyncSync(file) {
      calls.push('fsync');
      nodeFiles.fsyncSync(file);
    },
    closeSync(file) {
      calls.push('close');
      nodeFiles.closeSync(file);
    },
  };
  return { calls, files };
}

function openFile(): { readonly file: RowFile; readonly path: string } {
  const folder = temporaryFolder();
  const path = folder.file('rows');
  const file = createRowFile(path);
  onTestFinished(() => {
    file.close();
    folder.remove();
  });
  return { file, path };
}
