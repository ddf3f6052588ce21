// Owns the sentences about what a run has written: what cannot be taken back. Must not print.

import { singularOf } from '../../../contract/endpoint.ts';
import type { FinalRow } from '../../../runs/written.ts';
import { amount, plural } from '../../output/text.ts';

/** What an undo leaves as it is, and why; a sentence for each reason. */
export function finalTexts(final: readonly FinalRow[], resource: string): readonly string[] {
  const noun = singularOf(resource);
  const count = (kind: FinalRow['kind']) => final.filter((row) => row.kind === kind).length;
  const [created, placed, unsaved] = [count('created'), count('placed'), count('not_saved')];
  const hidden = final.filter(({ kind }) => kind === 'not_shown');
  const fields = [...new Set(hidden.flatMap((row) => row.fields ?? []))];
  const withdraw = resource === 'submissions' ? ' To set their status to withdrawn, pass --withdraw.' : '';
  return [
    created > 0
      ? `${amount(created, `new ${noun} remains`, `new ${noun}s remain`)}: the API cannot delete.${withdraw}`
      : '',
    placed > 0
      ? `${amount(placed, 'session')} ${plural(placed, 'remains', 'remain')} in the schedule: the API cannot take a session out that was placed for the first time.`
      : '',
    hidden.length > 0
      ? `${fields.join(', ')} of ${amount(hidden.length, noun)} cannot be restored: the service did not return the old ${plural(fields.length, 'value')}.`
      : '',
    unsaved > 0 ? `${amount(unsaved, 'row')} cannot be undone: the old values were not saved.` : '',
  ].filter(Boolean);
}
