// Decides which speakers lack what, from the lists of an event. Must not print.
import type { RecordData } from '../../../client/client.ts';
import { isNoValue } from '../../../columns/name-words.ts';
import { amount, plural } from '../../../contract/amount.ts';
import { isMasked, keyText } from '../../../contract/key.ts';
import { type EventSubmission, isCalledOff, isPlaced } from '../../../schedule/submissions.ts';
import { keysOf, nameKey, peopleKeys, submitterOf } from '../../endpoint/people.ts';

/** A talk of a person. */
type Talk = Pick<EventSubmission, 'title' | 'status'> & { readonly isPlaced: boolean };

export interface Talks {
  readonly byPerson: ReadonlyMap<string, readonly Talk[]>;
  /** The keys of the submitters with a name. */
  readonly byName: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many talks there are whose people the service hides. */
  readonly hidden: number;
  /** Whether a talk has a place: before, that of each accepted talk is missing, and nobody needs a reminder. */
  readonly hasPlaced: boolean;
  /** Whether a talk is confirmed: then one that is accepted only is not. */
  readonly hasConfirmed: boolean;
  /** The accepted talks, by their people, and the submitters whose addresses are shown. */
  readonly accepted: readonly { readonly people: ReadonlySet<string>; readonly submitter: RecordData }[];
}

/** Collects the talks of an event, without their texts. */
export function createTalks() {
  const byPerson = new Map<string, Talk[]>();
  const byName = new Map<string, Set<string>>();
  const accepted: { people: ReadonlySet<string>; submitter: RecordData }[] = [];
  let hidden = 0;
  let hasPlaced = false;
  let hasConfirmed = false;
  return {
    /** @param read the same submission with its placement; undefined if it has no id */
    add(record: RecordData, read: EventSubmission | undefined): Talk {
      const { title = '', status } = read ?? {};
      const talk = { title, status, isPlaced: read !== undefined && isPlaced(read) };
      hasPlaced ||= talk.isPlaced;
      hasConfirmed ||= isConfirmed(talk);
      const people = peopleKeys(record);
      if (people.size === 0) hidden++;
      const submitter = submitterOf(record);
      const name = nameKey(submitter);
      const named = byName.get(name) ?? new Set();
      for (const key of keysOf(submitter)) named.add(key);
      if (name !== '') byName.set(name, named);
      if (isAccepted(talk) && keysOf(submitter).length > 0) accepted.push({ people, submitter });
      for (const key of people) {
        const list = byPerson.get(key);
        if (list === undefined) byPerson.set(key, [talk]);
        else list.push(talk);
      }
      return talk;
    },
    talks: (): Talks => ({ byPerson, byName, hidden, hasPlaced, hasConfirmed, accepted }),
  };
}

export interface Review {
  /** The records of those who lack something, with what they lack. */
  reminders(speakers: readonly RecordData[]): readonly RecordData[];
  /** After the last speaker: the submitters of accepted talks none of whose people is a speaker. */
  withoutRecord(): readonly RecordData[];
  /** How many lack what, and what is unknown. */
  notices(): readonly string[];
  /** How many lack what; undefined if it is unknown. */
  counts(): SpeakerCounts;
}

export interface SpeakerCounts extends Readonly<Record<'biography' | 'photo', number | undefined>> {
  readonly speakers: number;
  /** Speakers of accepted talks who have not confirmed. Unknown if no speaker has a status, and no talk is confirmed. */
  readonly unconfirmed: number | undefined;
  /** Whether the speakers themselves have statuses. */
  readonly haveStatuses: boolean;
}

export function createReview({ byPerson, byName, hidden, hasPlaced, hasConfirmed, accepted }: Talks): Review {
  const counts = new Map<Lack, number>();
  // A field that no record shows is unknown, not empty.
  const shown = new Set<string>();
  /** The people who are speakers. */
  const known = new Set<string>();
  let hasMasked = false;
  let strangers = 0;
  let total = 0;
  let reminded = 0;
  let leftOut = 0;
  let unknown = 0;
  let sameName = 0;
  let unconfirmed = 0;
  let haveStatuses = false;
  const unplacedOf = (talks: readonly Talk[]) =>
    hasPlaced ? talks.filter((talk) => isAccepted(talk) && !talk.isPlaced).map(({ title }) => title) : [];

  function reminderOf(speaker: RecordData): readonly RecordData[] {
    total++;
    const own = keysOf(speaker);
    // Talks keep the address that their submitter had.
    const isOther = talksOf(own).length === 0 && byName.has(nameKey(speaker));
    const keys = isOther ? [...own, ...(byName.get(nameKey(speaker)) ?? [])] : own;
    for (const key of keys) known.add(key);
    const theirs = talksOf(keys);
    if (isOther && theirs.length > 0) sameName++;
    hasMasked ||= isMasked('email', speaker.email);
    const isHidden = hidden > 0 || isMasked('email', speaker.email);
    const status = keyText(speaker.speaker_status) ?? keyText(speaker.status);
    if (isCalledOff({ status }) || (theirs.length > 0 && theirs.every(isCalledOff))) {
      leftOut++;
      return [];
    }
    haveStatuses ||= status !== undefined;
    if (!isAccepted({ status }) && theirs.some((talk) => isAccepted(talk) && !isConfirmed(talk))) unconfirmed++;
    if (isHidden && theirs.length === 0) unknown++;
    const unplaced = unplacedOf(theirs);
    const lacking: Readonly<Record<Lack, boolean>> = {
      biography: shown.has('about') && lacks(speaker.about),
      photo: shown.has('photo_url') && lacks(speaker.photo_url),
      talk: theirs.length === 0 && !isHidden,
      placement: unplaced.length > 0,
    };
    const missing = lackNames.filter((name) => lacking[name]);
    if (missing.length === 0) return [];
    reminded++;
    for (const name of missing) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [{ ...speaker, missing, talk_statuses: statusesOf(theirs), unplaced }];
  }

  function talksOf(keys: readonly string[]): readonly Talk[] {
    return [...new Set(keys.flatMap((key) => byPerson.get(key) ?? []))];
  }

  return {
    reminders(speakers) {
      for (const speaker of speakers) for (const name of Object.keys(speaker)) shown.add(name);
      return speakers.flatMap(reminderOf);
    },
    withoutRecord() {
      // A masked address may be that of any submitter.
      if (hasMasked) return [];
      const submitters = new Map<string, RecordData>();
      for (const { people, submitter } of accepted) {
        const [key = ''] = keysOf(submitter);
        if (![...people].some((each) => known.has(each)) && !submitters.has(key)) submitters.set(key, submitter);
      }
      strangers = submitters.size;
      return [...submitters].map(([key, submitter]) => {
        const theirs = talksOf([key]);
        const unplaced = unplacedOf(theirs);
        const missing = ['record', ...(unplaced.length > 0 ? ['placement'] : [])];
        return { ...submitter, missing, talk_statuses: statusesOf(theirs), unplaced };
      });
    },
    notices() {
      const parts = lackNames.flatMap((name) => (counts.has(name) ? `${counts.get(name)} ${lackTexts[name]}` : []));
      const unlisted = ['about', 'photo_url'].filter((name) => total > 0 && !shown.has(name));
      const called = amount(leftOut, 'speaker who is', 'speakers who are');
      return [
        `${reminded} of ${amount(total, 'speaker')} ${plural(total === 1 ? 1 : reminded, 'lacks', 'lack')} something${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`,
        strangers > 0
          ? `${amount(strangers, 'submitter of accepted talks has', 'submitters of accepted talks have')} no record as a speaker. To create them, save them with \`--where missing=record --fields email,first_name,last_name -o csv\`, and pass the file to \`plenary speakers import\`.`
          : '',
        !hasPlaced && [...byPerson.values()].flat().some(isAccepted)
          ? 'Not listed: talks without a place, because no session is placed yet.'
          : '',
        sameName > 0
          ? `${amount(sameName, 'speaker has', 'speakers have')} no talk but those of a submitter with the same name and another address; they count here, and \`plenary speakers show\` lists them.`
          : '',
        leftOut > 0 ? `Left out: ${called} declined or withdrawn, or whose talks all are.` : '',
        unlisted.length > 0 ? `The service does not list ${unlisted.join(' and ')}, so who lacks it is unknown.` : '',
        unknown > 0
          ? `Whether ${amount(unknown, 'speaker has', 'speakers have')} a talk is unknown, because the service hides addresses.`
          : '',
      ].filter(Boolean);
    },
    counts() {
      const lacking = (name: Lack, field: string) =>
        total > 0 && !shown.has(field) ? undefined : (counts.get(name) ?? 0);
      const isKnown = accepted.length === 0 || haveStatuses || hasConfirmed;
      return {
        speakers: total,
        biography: lacking('biography', 'about'),
        photo: lacking('photo', 'photo_url'),
        unconfirmed: isKnown ? unconfirmed : undefined,
        haveStatuses,
      };
    },
  };
}

const lackTexts = {
  biography: 'without a biography',
  photo: 'without a photo',
  talk: 'without a talk',
  placement: 'with an accepted talk that is not placed',
};
type Lack = keyof typeof lackTexts;
const lackNames = Object.keys(lackTexts) as readonly Lack[];

function lacks(value: unknown): boolean {
  return isNoValue(keyText(value) ?? '-');
}

function statusesOf(talks: readonly Talk[]): readonly string[] {
  return [...new Set(talks.flatMap(({ status }) => status ?? []))];
}

export function isAccepted({ status }: Pick<Talk, 'status'>): boolean {
  return /^(accepted|confirmed)$/i.test(status ?? '');
}

function isConfirmed({ status }: Pick<Talk, 'status'>): boolean {
  return /^confirmed$/i.test(status ?? '');
}
