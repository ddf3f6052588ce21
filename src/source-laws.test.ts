// Laws of the sources of src/ that no import shows: what one file alone does, and how much a reader needs to know at a time.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportedTypes, importsOf, literalsOf, runtimeImportsOf } from '../test/support/parsed-source.ts';

const sources = readdirSync('src', { encoding: 'utf8', recursive: true })
  .filter((file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file))
  .map((file) => [file.replaceAll('\\', '/'), readFileSync(join('src', file), 'utf8')] as const);

describe('one file alone', () => {
  it.each([
    ['writes to standard error, where secrets are hidden', /\bstderr\.write\(/, 'cli/io.ts'],
    ['reads the token of the environment', /\benv\.PLENARY_TOKEN\b/, 'config/token.ts'],
  ])('%s', (_, pattern, owner) => {
    expect(sources.filter(([, text]) => pattern.test(text)).map(([file]) => file)).toEqual([owner]);
  });
});

describe('a reader needs to know few things at a time', () => {
  it('an exported type name belongs to one file', () => {
    const owners = new Map<string, string[]>();
    for (const [file, text] of sources) {
      for (const name of exportedTypes(text)) owners.set(name, [...(owners.get(name) ?? []), file]);
    }
    expect(owners.size).toBeGreaterThan(0);
    expect([...owners].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it('a file has at most 22 imports', () => {
    const counts = sources.map(([file, text]) => [file, importsOf(text).length] as const);
    expect(Math.max(...counts.map(([, count]) => count))).toBeGreaterThan(0);
    expect(counts.filter(([, count]) => count > 22)).toEqual([]);
  });

  it('nothing in changes words a sentence', () => {
    const sentences = (text: string) =>
      literalsOf(text).filter((literal) => /\p{L} \p{L}|\p{L} $|^ \p{L}/u.test(literal));
    const found = sources.filter(([file]) => file.startsWith('changes/'));
    expect(found.length).toBeGreaterThan(10);
    expect(found.flatMap(([file, text]) => sentences(text).map((literal) => `${file}: ${literal}`))).toEqual([]);
    expect(sentences("f('two words', 'title_fallback')")).toEqual(['two words']);
  });

  it('who changes how a run is undone can reach at most 160 files', () => {
    const reached = reachedFrom('cli/commands/runs/undo.ts');
    expect(reached).toContain('changes/run.ts');
    expect(reached.size).toBeLessThanOrEqual(160);
  });

  it('both are found in every form', () => {
    const source = `
      import 'one'; import two from 'two'; import type { Three } from 'three'; import {
        four } from 'four';
      // import 'five';
      export interface A {} export type B = string; export class C {} export abstract class D {} interface E {}
      export type { Three } from 'three'; export const f = () => import('six');
    `;
    expect(importsOf(source)).toEqual(['one', 'two', 'three', 'four']);
    expect(exportedTypes(source)).toEqual(['A', 'B', 'C', 'D']);
  });
});

/** The files that a file of src imports statically, itself included, without those whose types alone it needs. */
function reachedFrom(file: string, reached: Set<string> = new Set()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  const text = sources.find(([name]) => name === file)?.[1] ?? '';
  for (const module of runtimeImportsOf(text)) {
    if (module.startsWith('.')) reachedFrom(posix.join(posix.dirname(file), module), reached);
  }
  return reached;
}
