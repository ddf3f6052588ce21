// Words for the advice that errors carry: a sentence that says what to do, and commands that can be pasted.
import type { Advice } from '../../advice.ts';

export interface AdviceText {
  /** In the imperative, without a full stop. */
  readonly fix?: string;
  readonly commands?: readonly string[];
}

/** What to do, in words. */
export function adviceText(advice: Advice): AdviceText {
  const words = table[advice.kind] as (advice: Advice) => AdviceText;
  return words(advice);
}

type Table = { readonly [Kind in Advice['kind']]: (advice: Extract<Advice, { kind: Kind }>) => AdviceText };

const table: Table = {
  // Client
  log_in: () => ({ commands: ['plenary auth login'] }),

  // Config

  // Files and columns
  try_encoding: ({ encoding, word }) => ({
    fix: `pass --encoding ${encoding}${word === undefined ? '' : ` (the word there then reads "${word}")`}, or save the file as "CSV UTF-8"`,
  }),

  // Runs
  list_runs: () => ({ commands: ['plenary imports list'] }),

  // Schedules

  // Service
};
