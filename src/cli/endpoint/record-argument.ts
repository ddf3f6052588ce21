// Declares the argument that names a record: for the commands of endpoints, and for those written by hand.
import { Argument } from 'commander';
import { toKebab } from '../flags.ts';

/** The argument for the path parameter that identifies a record. */
export function recordArgument(parameter: string): Argument {
  const { means = 'id' } = identified[parameter] ?? {};
  return new Argument(`<${toKebab(parameter).replace(/-id$/, '')}>`, means);
}

/** An id for help, and what else names such a record. */
export const identified: Readonly<Record<string, { readonly id: string; readonly means: string }>> = {
  speaker_id: { id: 'spk_1a2b3c', means: 'id, e-mail address or name' },
  submission_id: { id: 'sub_1a2b3c', means: 'id or title' },
};
