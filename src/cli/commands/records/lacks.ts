// Decides who lacks a biography, a photo, or a record as a speaker, from the lists of an event.
// Must not print.
import type { RecordData } from '../../../client/client.ts';
import { keyText } from '../../../contract/key.ts';
import { isMasked } from '../../../contract/private-fields.ts';
import { isNoValue } from '../../../people/words.ts';
import { isAccepted, isCalledOff } from '../../../schedule/submissions.ts';
import { keysOf, peopleKeys, submitterOf } from '../../endpoint/people-keys.ts';

export type Lack = 'biography' | 'photo' | 'record';

/** Why it is unknown who lacks something. */
export const unknownTexts: Readonly<Record<Lack, string>> = {
  biography: 'The service does not list about, so who lacks a biography is unknown.',
  photo: 'The service does not list photo_url, so who lacks a photo is unknown.',
  record:
    'The service does not show who submitted all talks, so not every submitter without a ' +
    'speaker record is known, and talkStatuses may lack statuses.',
};

interface Missing {
  /**
   * The speakers who lack something, and the submitters of accepted talks who have no record; each
   * with `missing` and `talkStatuses`.
   */
  readonly records: readonly RecordData[];
  readonly unknown: readonly Lack[];
}

/**
 * Finds the speakers without a biography or a photo, and the submitters of accepted talks without a
 * record. Speakers who are called off, or whose talks all are, lack nothing.
 */
export function findMissing(
  speakers: readonly RecordData[],
  submissions: readonly RecordData[],
): Missing {
  const talks = submissions.map((record) => ({
    record,
    status: keyText(record.status),
    people: peopleKeys(record),
  }));
  const byPerson = new Map<string, Set<string>>();
  for (const { status = '', people } of talks) {
    for (const key of people) byPerson.set(key, (byPerson.get(key) ?? new Set()).add(status));
  }
  const statusesOf = (person: RecordData) => [
    ...new Set(keysOf(person).flatMap((key) => [...(byPerson.get(key) ?? [])])),
  ];
  const lacking = (person: RecordData, missing: readonly Lack[]): readonly RecordData[] =>
    missing.length === 0
      ? []
      : [{ ...person, missing, talkStatuses: statusesOf(person).filter(Boolean) }];
  // A field that no record shows is unknown, not empty.
  const unlisted = (['biography', 'photo'] as const).filter((lack) =>
    speakers.every((speaker) => !(fieldOf[lack] in speaker)),
  );
  const listed = (['biography', 'photo'] as const).filter((lack) => !unlisted.includes(lack));
  const reminded = speakers.flatMap((speaker) => {
    const status = keyText(speaker.speaker_status) ?? keyText(speaker.status);
    const statuses = statusesOf(speaker);
    const isOff = statuses.length > 0 && statuses.every((each) => isCalledOff({ status: each }));
    if (isOff || isCalledOff({ status })) return [];
    return lacking(
      speaker,
      listed.filter((lack) => isNoValue(keyText(speaker[fieldOf[lack]]) ?? '-')),
    );
  });
  const known = new Set(speakers.flatMap(keysOf));
  const accepted = talks.filter(isAccepted);
  // A masked address may be that of any submitter.
  const hasMasked = speakers.some(({ email }) => isMasked('email', email));
  const strangers = new Map<string, RecordData>();
  for (const { record, people } of hasMasked ? [] : accepted) {
    const submitter = submitterOf(record);
    const [key] = keysOf(submitter);
    if (key !== undefined && ![...people].some((each) => known.has(each)))
      strangers.set(key, submitter);
  }
  const isHidden = hasMasked || accepted.some(({ people }) => people.size === 0);
  return {
    records: [
      ...reminded,
      ...[...strangers.values()].flatMap((submitter) => lacking(submitter, ['record'])),
    ],
    unknown: [
      ...(speakers.length === 0 ? [] : unlisted),
      ...(isHidden ? (['record'] as const) : []),
    ],
  };
}

const fieldOf = { biography: 'about', photo: 'photo_url' } as const;
