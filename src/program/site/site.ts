// Owns what of an event is on its website: its accepted talks that take place, and their speakers.
// Must not know files. Pure.

import type { RecordData } from '../../client/client.ts';
import { toRfc3339 } from '../../columns/dates/zoned-time.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { grouped } from '../../contract/grouped.ts';
import { keyText } from '../../contract/key.ts';
import { publicName } from '../../schedule/export/public-text.ts';
import { byName, dayOf } from '../../schedule/export/timetable.ts';
import { speakerFinder } from '../../schedule/listed-speakers.ts';
import { type Person, roomsOf, type Session } from '../../schedule/session.ts';
import { type EventSubmission, isCalledOff, toSession } from '../../schedule/submissions.ts';
import { namePages, type PageNames } from './names.ts';
import { type PublicValues, publicValues } from './public-value.ts';
import type { siteSpeaker, siteTalk } from './site-schema.ts';

export type SiteTalk = DocumentOf<typeof siteTalk>;
export type SiteSpeaker = DocumentOf<typeof siteSpeaker>;

/** What an event has. */
export interface SiteSource {
  /** The accepted talks that take place, with what a schedule file adds to them. */
  readonly talks: readonly EventSubmission[];
  /** Further slots of talks, which only a schedule file has. */
  readonly inFile: readonly Session[];
  /** All records of speakers. */
  readonly speakers: readonly RecordData[];
  /** The addresses of all submissions. */
  readonly addresses: readonly (string | undefined)[];
  /** IANA name, or an offset. */
  readonly zone: string;
  /** Leaves out who has not confirmed, and talks without a confirmed speaker. */
  readonly isConfirmedOnly: boolean;
}

export interface Site {
  readonly talks: readonly PublicTalk[];
  /** With the ids of their talks. */
  readonly speakers: readonly (Omit<SiteSpeaker, 'slug' | 'talks'> & {
    readonly talks: readonly string[];
  })[];
  /** How many talks are left out because they have no confirmed speaker. */
  readonly unconfirmed: number;
}

type Named = Pick<SiteTalk['speakers'][number], 'name' | 'id'>;

interface PublicTalk extends Omit<SiteTalk, 'slug' | 'speakers'> {
  readonly people: readonly Named[];
}

/** The talks in order of time, those without a place last; the speakers by name. */
export function siteOf(source: SiteSource): Site {
  const values = publicValues(source.speakers, source.addresses);
  const speakerOf = speakerFinder(source.speakers);
  const shownSpeakers = new Map<string, { readonly name: string; readonly record: RecordData }>();
  const toPerson = (person: Person): readonly Named[] => {
    const speaker = speakerOf(person);
    if (!isShown(speaker?.record, source.isConfirmedOnly)) return [];
    const recorded = publicName(speaker?.name ?? '');
    const name = values.text(recorded || publicName(person.name));
    if (name === '') return [];
    const id = speaker?.id ?? null;
    if (speaker !== undefined && id !== null)
      shownSpeakers.set(id, { name, record: speaker.record });
    return [{ name, id }];
  };
  const furtherSlots = grouped(source.inFile, ({ submissionId }) => submissionId);
  const all = source.talks.map((talk) => {
    const slots = [toSession(talk, 0) ?? [], furtherSlots.get(talk.id) ?? []]
      .flat()
      .map((session) => slotOf(session, source.zone, values));
    return publicTalk(talk, slots, speakersOf(talk).flatMap(toPerson), values);
  });
  const shown = all.filter(({ people }) => !source.isConfirmedOnly || people.length > 0);
  const talks = shown.toSorted(earlierFirst);
  const appearances = talks.flatMap(({ id, people }) => people.map((person) => ({ person, id })));
  const talksOf = grouped(appearances, ({ person }) => person.id);
  const speakers = Array.from(shownSpeakers, ([id, { name, record }]) => ({
    id,
    name,
    ...profileOf(record, values),
    talks: (talksOf.get(id) ?? []).map((talk) => talk.id),
  }));
  return {
    talks,
    speakers: speakers.toSorted((a, b) => byName(a.name, b.name) || byId(a, b)),
    unconfirmed: all.length - shown.length,
  };
}

/**
 * The site with the names of its pages.
 * @param saved names of earlier exports
 */
export function nameSite(site: Site, saved: Readonly<Record<'talks' | 'speakers', PageNames>>) {
  const talkPages = site.talks.map(({ id, title }) => ({ id, text: title }));
  const speakerPages = site.speakers.map(({ id, name }) => ({ id, text: name }));
  const talkNames = namePages(saved.talks, talkPages, 'talk');
  const speakerNames = namePages(saved.speakers, speakerPages, 'speaker');
  const titles = new Map(site.talks.map(({ id, title }) => [id, title]));
  return {
    names: { talks: talkNames, speakers: speakerNames },
    talks: site.talks.map(
      ({ id, title, people, ...talk }): SiteTalk => ({
        id,
        slug: talkNames[id] ?? '',
        title,
        speakers: people.map((person) => ({
          name: person.name,
          id: person.id,
          slug: person.id === null ? null : (speakerNames[person.id] ?? null),
        })),
        ...talk,
      }),
    ),
    speakers: site.speakers.map(
      ({ id, talks, biography, ...speaker }): SiteSpeaker => ({
        id,
        slug: speakerNames[id] ?? '',
        ...speaker,
        talks: talks.map((talk) => ({
          id: talk,
          slug: talkNames[talk] ?? '',
          title: titles.get(talk) ?? '',
        })),
        biography,
      }),
    ),
  };
}

/** A speaker who has declined is none any more. */
function isShown(record: RecordData | undefined, isConfirmedOnly: boolean): boolean {
  const status = keyText(record?.speaker_status) ?? keyText(record?.status);
  if (isConfirmedOnly) return status?.trim().toLowerCase() === 'confirmed';
  return !isCalledOff({ status });
}

/** A submitter without a name may be an office that submits for others. */
function speakersOf({ people, isSpeakerAssumed }: EventSubmission): readonly Person[] {
  return isSpeakerAssumed ? people.filter(({ name }) => name !== '') : people;
}

function publicTalk(
  { id, title, track, format, abstract }: EventSubmission,
  [first = nowhere, ...otherSlots]: readonly Slot[],
  people: readonly Named[],
  values: PublicValues,
): PublicTalk {
  const named = new Map(people.map((person) => [person.id ?? person.name, person]));
  return {
    id,
    title: values.text(title),
    people: [...named.values()],
    track: values.optionalText(track),
    format: values.optionalText(format),
    ...first,
    otherSlots,
    abstract: values.text(abstract),
  };
}

type Slot = SiteTalk['otherSlots'][number];

const nowhere: Slot = { day: null, start: null, end: null, room: null };

function slotOf(session: Session, zone: string, values: PublicValues): Slot {
  const { startMs, endMs, isDurationAssumed } = session;
  return {
    day: dayOf(startMs, zone),
    start: toRfc3339(startMs, zone),
    end: isDurationAssumed ? null : toRfc3339(endMs, zone),
    room: values.optionalText(roomsOf(session).join(', ')),
  };
}

function profileOf(record: RecordData, values: PublicValues) {
  return {
    jobTitle: values.optionalText(record.title),
    company: values.optionalText(record.company_name),
    pronouns: values.optionalText(record.pronouns),
    photo: values.link(record.photo_url),
    linkedin: values.link(record.linkedin_url),
    twitter: values.link(record.twitter_url),
    biography: values.text(record.about),
  };
}

function earlierFirst(a: PublicTalk, b: PublicTalk): number {
  const [startA, startB] = [a, b].map(({ start }) => Date.parse(start ?? '9999-12-31'));
  return (startA ?? 0) - (startB ?? 0) || byName(a.title, b.title) || byId(a, b);
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
