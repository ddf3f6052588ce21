// Rows on disk come back as they were, from any place and in any order.
import { readFileSync, statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createRowFile, type RowFile } from './row-file.ts';

it('gives back any values in any order, while others are still added', () => {
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

it('keeps lines that are longer than its buffer, whole and in order', () => {
  const { file, path } = openFile();
  const values = ['€'.repeat(90_000), 'short', '😀'.repeat(300_000), '', 'x'.repeat(262_143), 'é'.repeat(131_072)];
  const offsets = values.map((value) => file.append(value));
  expect(values.map((_, at) => file.read(offsets[at] ?? 0))).toEqual(values);
  file.sync();
  expect(readFileSync(path, 'utf8')).toBe(values.map((value) => `"${value}"\n`).join(''));
});

it('counts offsets in bytes', () => {
  const { file } = openFile();
  expect([['é'], ['\u2028'], '😀', 'a'].map((value) => file.append(value))).toEqual([0, 7, 15, 22]);
});

it('is for its owner alone, and never over another file', () => {
  const { path } = openFile();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(() => createRowFile(path)).toThrow('EEXIST');
});

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
