// Joins speakers and submissions by the address or the id of a person. Must not know how they are
// printed.
import { speakersOf } from '../../client/records.ts';
import { type RecordData, recordId } from '../../client/response.ts';
import { foldKey, keyText } from '../../contract/key.ts';
import { isMasked } from '../../contract/private-fields.ts';

/**
 * What identifies a person: the address, unless it is masked, and the id of the speaker, if the
 * service shows one.
 */
export function keysOf(person: RecordData): readonly string[] {
  const address = keyText(person.email);
  const id = recordId(person, 'speakers');
  return [
    ...(address === undefined || isMasked('email', address) ? [] : [`address ${foldKey(address)}`]),
    ...(id === undefined ? [] : [`id ${id}`]),
  ];
}

/**
 * The keys of the people of a talk: the submitter, and the speakers that the service names. None if
 * it shows nobody.
 */
export function peopleKeys(submission: RecordData): ReadonlySet<string> {
  return new Set([
    ...keysOf({ email: submission.submitter_email }),
    ...speakersOf(submission).flatMap(keysOf),
  ]);
}

/** The submitter of a talk, as a speaker. */
export function submitterOf({
  submitter_email,
  submitter_first_name = '',
  submitter_last_name = '',
}: RecordData): RecordData {
  return {
    email: submitter_email,
    first_name: submitter_first_name,
    last_name: submitter_last_name,
  };
}
