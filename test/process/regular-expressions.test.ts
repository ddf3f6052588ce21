// No regular expression of src/ takes time that grows with the square of a text: by itself, or
// because its file bounds the texts that it is used for.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';
import { expect, it } from 'vitest';
import { repeatedPieces } from '../support/repeated-pieces.ts';

/** The files whose texts are short, and what they are, or the constant that bounds them. */
const bounded: Readonly<Record<string, string>> = {
  'client/base-url.ts': 'a setting',
  'client/response.ts': 'valid JSON, in which each string ends',
  'contract/base-url.ts': 'a setting',
  'service/store/postgres-address.ts': 'a setting',
  'service/store/instant.ts': 'six digits',
  'service/served.ts': 'what the service itself has stored',
  'columns/called-off-title.ts': 'longestLabeled',
  'columns/divided-decisions.ts': 'longestRemarked',
  'columns/header-meaning.ts': 'longestRemarked',
  'columns/dates/calendar-date.ts': 'longestText',
  'columns/dates/header-zone.ts': 'longestHeader',
  'columns/dates/read-time.ts': 'longestTime',
  'columns/dates/zone.ts': 'longestTime',
  'columns/cell-evidence.ts': 'longestTime',
  'files/formats.ts': 'the opening of a file',
  'people/words.ts': 'longestNobody',
};

interface Pattern {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const files = readdirSync('src', { encoding: 'utf8', recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /\.ts$/.test(file) && !/\.(test|d)\.ts$/.test(file));

const repeating = files.flatMap(patternsOf).filter(({ pattern }) => /[*+]|,\}/.test(pattern));

it('finds regular expressions', () => {
  expect(repeating.length).toBeGreaterThan(200);
});

it('takes time in proportion to the length of the text', () => {
  const slow = repeating.filter((pattern) => !(pattern.file in bounded)).flatMap(slowTexts);
  expect(slow).toEqual([]);
});

it('names only files that have such regular expressions', () => {
  const all = new Set(repeating.map(({ file }) => file));
  expect(Object.keys(bounded).filter((file) => !all.has(file))).toEqual([]);
});

/** The regular expressions that are written as such in a file. */
function patternsOf(file: string): readonly Pattern[] {
  const patterns: Pattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { type, pattern, flags }: Record<string, unknown> = { ...node };
    if (type === 'RegExpLiteral') patterns.push({ file, pattern: `${pattern}`, flags: `${flags}` });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(readFileSync(join('src', file), 'utf8'), { syntax: 'typescript' }));
  return patterns;
}

const beginnings = ['', 'a', 'a ', '<', '"', '('];
const ends = ['', '\0', ' a '];

/** The first text that takes more than three times as long when its length is doubled. */
function slowTexts({ file, pattern, flags }: Pattern): readonly string[] {
  const expression = new RegExp(pattern, flags);
  const signs =
    pattern
      .replace(/\\[a-zA-Z](?:\{[^}]*\})?/g, ' ')
      .match(/[\p{L}\p{N}]+|[^\s\\()[\]?*+{}|^$]/gu) ?? [];
  const pieces = new Set([...repeatedPieces, ...signs.slice(0, 12)]);
  for (const piece of pieces)
    for (const beginning of beginnings)
      for (const end of ends) {
        const text = (length: number) => beginning + piece.repeat(length / piece.length) + end;
        const length = lengths.find((tried) => shortestMs(expression, text(tried)) > 2);
        if (length !== undefined && growsFast(expression, text, length))
          return [`${file}: /${pattern}/${flags} of ${JSON.stringify([beginning, piece, end])}`];
      }
  return [];
}

/** From one on at which even what doubles with each character soon ends. */
const lengths = [24, 48, 100, 500, 4_000];

function growsFast(expression: RegExp, text: (length: number) => string, length: number): boolean {
  return [1, 2, 3].every(() => {
    const ms = shortestMs(expression, text(length / 2));
    return shortestMs(expression, text(length)) > 3 * ms;
  });
}

function shortestMs(expression: RegExp, text: string): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 3 && least > 1; run++) {
    const began = performance.now();
    if (expression.global) text.replace(expression, '');
    else expression.test(text);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}
