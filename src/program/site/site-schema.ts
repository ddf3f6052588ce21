// Describes the public data of a program, and what `program export` prints. Loaded only for JSON
// Schemas; types follow from it.
import { array, describe, nullable, object, enum as oneOf, string } from 'zod/mini';
import { count, schemaVersion } from '../../contract/document.ts';

const optionalText = nullable(string());

const link = nullable(string()).check(describe('Address of the web'));

const slug = string().check(describe('Name of its page, which never changes'));

const slot = {
  day: optionalText.check(describe('YYYY-MM-DD; a session before 04:00 is one of the day before')),
  start: optionalText.check(describe('RFC 3339 with the offset of the event; null: not placed')),
  end: optionalText.check(describe('Null if it is unknown')),
  room: optionalText.check(describe('Several rooms are separated by a comma')),
};

export const siteTalk = object({
  id: string(),
  slug,
  title: string(),
  speakers: array(
    object({
      name: string(),
      id: optionalText.check(describe('Null if the list of speakers does not have the person')),
      slug: optionalText,
    }),
  ),
  track: optionalText,
  format: optionalText,
  ...slot,
  otherSlots: array(object(slot)).check(describe('If it takes place several times')),
  abstract: string().check(describe('As it was entered: not safe as HTML')),
});

export const siteSpeaker = object({
  id: string(),
  slug,
  name: string(),
  jobTitle: optionalText,
  company: optionalText,
  pronouns: optionalText,
  photo: link,
  linkedin: link,
  twitter: link,
  talks: array(object({ id: string(), slug, title: string() })),
  biography: string().check(describe('As it was entered: not safe as HTML')),
});

export const siteTalks = object({ schemaVersion, event: string(), talks: array(siteTalk) });

export const siteSpeakers = object({
  schemaVersion,
  event: string(),
  speakers: array(siteSpeaker),
});

export const siteReport = object({
  schemaVersion,
  folder: string(),
  event: string(),
  format: oneOf(['json', 'markdown']),
  counts: object({ talks: count, speakers: count, written: count, unchanged: count }),
  written: array(string()).check(describe('Files that differ from before')),
  vanished: array(string()).check(
    describe('Pages of what is no longer in the program; none is deleted'),
  ),
});
