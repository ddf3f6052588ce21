// Owns `speakers missing`: the speakers to remind, and what each of them lacks.
import type { Client, RecordData } from '../../../client/client.ts';
import { endpoints } from '../../../contract/index.ts';
import { isMasked, keyText } from '../../../contract/key.ts';
import { type EventScope, type EventSubmission, isCalledOff } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { knownFields } from '../../output/fields.ts';
import { printRecords } from '../../output/records.ts';
import { amount, plural } from '../../output/text.ts';
import { askedBySelection, readSelection, selected } from '../../selection/selection.ts';
import { keysOf, peopleKeys } from './people.ts';
import { submissionReader } from './placements.ts';

const added = ['missing', 'talk_statuses', 'unplaced'];
const defaultFields = ['id', 'email', 'first_name', 'last_name', 'missing', 'unplaced'];

/** The records of the speakers who lack something, with what they lack. In memory are the talks of each person, without texts. */
export async function printMissing(context: Context): Promise<void> {
  const known = [...new Set([...knownFields('speakers'), ...added])];
  if (context.global.fields === true) return write(context.io.stdout, `${known.join('\n')}\n`);
  const selection = readSelection(context);
  const event = await context.required('event');
  const { value: timeZone } = await context.setting('timezone');
  const client = await context.client();
  const review = createReview(await readTalks(client, { event, timeZone }));
  const noun = 'reminders';
  await printRecords(context, remindersFrom(client, event, review), {
    noun,
    defaultFields,
    knownFields: known,
    asked: askedBySelection(selection),
    select: (records) => selected(context, records, selection, noun),
  });
  if (Number.isFinite(selection.limit)) return;
  for (const text of review.notices()) await context.notice(text);
}

async function* remindersFrom(client: Client, event: string, review: Review): AsyncGenerator<readonly RecordData[]> {
  for await (const { records } of client.pages(endpoints.listSpeakers, { path: { event_id: event } })) {
    yield review.reminders(records);
  }
}

/** A talk of a person. */
type Talk = Pick<EventSubmission, 'title' | 'status'> & { readonly isPlaced: boolean };

interface Talks {
  readonly byPerson: ReadonlyMap<string, readonly Talk[]>;
  /** How many talks there are whose people the service hides. */
  readonly hidden: number;
}

async function readTalks(client: Client, scope: EventScope): Promise<Talks> {
  const byPerson = new Map<string, Talk[]>();
  let hidden = 0;
  const read = await submissionReader(client, scope);
  for await (const { records } of client.pages(endpoints.listSubmissions, { path: { event_id: scope.event } })) {
    for (const record of records) {
      const { title = '', status, placement, unreadable } = read(record) ?? {};
      const talk = { title, status, isPlaced: placement !== undefined || unreadable !== undefined };
      const people = peopleKeys(record);
      if (people.size === 0) hidden++;
      for (const key of people) {
        const list = byPerson.get(key);
        if (list === undefined) byPerson.set(key, [talk]);
        else list.push(talk);
      }
    }
  }
  return { byPerson, hidden };
}

interface Review {
  /** The records of those who lack something, with what they lack. */
  reminders(speakers: readonly RecordData[]): readonly RecordData[];
  /** How many lack what, and what is unknown. */
  notices(): readonly string[];
}

function createReview({ byPerson, hidden }: Talks): Review {
  const counts = new Map<Lack, number>();
  // A field that no record shows is unknown, not empty.
  const shown = new Set<string>();
  let total = 0;
  let reminded = 0;
  let leftOut = 0;
  let unknown = 0;

  function reminderOf(speaker: RecordData): readonly RecordData[] {
    total++;
    const theirs = [...new Set(keysOf(speaker).flatMap((key) => byPerson.get(key) ?? []))];
    const isHidden = hidden > 0 || isMasked('email', speaker.email);
    const status = keyText(speaker.speaker_status) ?? keyText(speaker.status);
    if (isCalledOff({ status }) || (theirs.length > 0 && theirs.every(isCalledOff))) {
      leftOut++;
      return [];
    }
    if (isHidden && theirs.length === 0) unknown++;
    const unplaced = theirs.filter((talk) => isAccepted(talk) && !talk.isPlaced).map(({ title }) => title);
    const lacks: Readonly<Record<Lack, boolean>> = {
      biography: shown.has('about') && keyText(speaker.about) === undefined,
      photo: shown.has('photo_url') && keyText(speaker.photo_url) === undefined,
      talk: theirs.length === 0 && !isHidden,
      placement: unplaced.length > 0,
    };
    const missing = lackNames.filter((name) => lacks[name]);
    if (missing.length === 0) return [];
    reminded++;
    for (const name of missing) counts.set(name, (counts.get(name) ?? 0) + 1);
    const talk_statuses = [...new Set(theirs.flatMap(({ status }) => status ?? []))];
    return [{ ...speaker, missing, talk_statuses, unplaced }];
  }

  return {
    reminders(speakers) {
      for (const speaker of speakers) for (const name of Object.keys(speaker)) shown.add(name);
      return speakers.flatMap(reminderOf);
    },
    notices() {
      const parts = lackNames.flatMap((name) => (counts.has(name) ? `${counts.get(name)} ${lackTexts[name]}` : []));
      const unlisted = ['about', 'photo_url'].filter((name) => total > 0 && !shown.has(name));
      const called = amount(leftOut, 'speaker who is', 'speakers who are');
      return [
        `${reminded} of ${amount(total, 'speaker')} ${plural(reminded, 'lacks', 'lack')} something${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`,
        leftOut > 0 ? `Left out: ${called} declined or withdrawn, or whose talks all are.` : '',
        unlisted.length > 0 ? `The service does not list ${unlisted.join(' and ')}, so who lacks it is unknown.` : '',
        unknown > 0
          ? `Whether ${amount(unknown, 'speaker has', 'speakers have')} a talk is unknown, because the service hides addresses.`
          : '',
      ].filter(Boolean);
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

function isAccepted({ status }: Talk): boolean {
  return /^(accepted|confirmed)$/i.test(status ?? '');
}
