// Recognizes the lines below a table that count and sum its rows, by their cells. Must not know columns. Pure.
import { formulaFault } from './cell.ts';
import { wordsOf } from './fold.ts';
import { isDecisionWord } from './status-words.ts';
import { totalWords } from './vocabulary/totals.ts';

/** Whether every cell is a number or a text such as `Total`, `Number of talks` or `Accepted: 58`, and there are both. */
export function isTotalLine(cells: readonly string[]): boolean {
  let [hasLabel, hasNumber] = [false, false];
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    const kind = kindOf(text);
    if (kind === undefined) return false;
    hasLabel ||= kind === 'label';
    hasNumber ||= kind === 'number' || hasDigit.test(text);
  }
  return hasLabel && hasNumber;
}

const hasDigit = /\p{N}/u;

function kindOf(text: string): 'number' | 'label' | undefined {
  // An average of nothing is an error.
  if (formulaFault(text) !== undefined || text.startsWith('=')) return 'number';
  if (text.length > longest) return undefined;
  const words = wordsOf(text).flatMap((word) =>
    word
      .replace(/\p{N}+/gu, ' ')
      .split(' ')
      .filter(Boolean),
  );
  if (words.length === 0) return 'number';
  const { totals, beside } = vocabulary();
  const isLabel = (word: string) => totals.has(word) || isDecisionWord(word);
  if (isLabel(words.join(' '))) return 'label';
  return words.every((word) => isLabel(word) || beside.has(word)) && words.some(isLabel) ? 'label' : undefined;
}

/** The label of a line of totals is short. */
const longest = 60;

interface Vocabulary {
  readonly totals: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
}

let prepared: Vocabulary | undefined;

/** Prepared when it is first used. */
function vocabulary(): Vocabulary {
  prepared ??= { totals: wordSet('totals'), beside: wordSet('beside') };
  return prepared;
}

function wordSet(kind: 'totals' | 'beside'): ReadonlySet<string> {
  return new Set(Object.values(totalWords).flatMap((words) => wordsOf(words[kind])));
}
