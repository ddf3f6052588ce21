// Counts, quotes and shell words as messages write them.
import { expect, it } from 'vitest';
import { amount, plural, quoted } from './amount.ts';
import { flagValue, pathWord, shellWord } from './escape.ts';

it.each([
  [amount(1, 'row'), '1 row'],
  [amount(0, 'row'), '0 rows'],
  [amount(2, 'clash', 'clashes'), '2 clashes'],
  [amount(1, 'row is invalid', 'rows are invalid'), '1 row is invalid'],
  [`3 of 4 rows ${plural(3, 'was', 'were')} sent`, '3 of 4 rows were sent'],
  [quoted('The "best"\ntalk'), '"The \\"best\\"\\ntalk"'],
  [shellWord('a@b.org'), 'a@b.org'],
  [shellWord("Ada's file.csv"), "'Ada'\\''s file.csv'"],
  [shellWord(''), "''"],
  [pathWord('--help'), './--help'],
  [pathWord('-'), '-'],
  [flagValue('Job title=title'), '"Job title=title"'],
  [flagValue('Fee ($)='), "'Fee ($)='"],
])('writes %s', (written, expected) => expect(written).toBe(expected));
