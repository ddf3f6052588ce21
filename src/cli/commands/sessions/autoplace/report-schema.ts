// Describes the report of `sessions autoplace`. Loaded only for JSON Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  int,
  nullable,
  number,
  object,
  enum as oneOf,
  string,
} from 'zod/mini';
import { count, line, schemaVersion } from '../../../../contract/document.ts';
import { issueCodes, reasonCodes } from '../../../../schedule/autoplace/rules.ts';

const start = string().check(describe('Date and time with an offset'));

const what = string().check(
  describe('The room, the person, the track or whatever else it is about'),
);

const issue = object({
  code: oneOf(issueCodes),
  strength: oneOf(['must', 'strong', 'weak']),
  amount: number(),
  talks: array(string()).check(describe('Titles')),
  message: string(),
});

const issues = array(issue);
const lineOrNull = nullable(line).check(
  describe('Of the schedule file; null for a talk of the event'),
);

export const autoplaceReport = object({
  schemaVersion,
  seed: int(),
  steps: count.check(describe('With the same seed, as many steps find the same schedule')),
  counts: object({
    talks: count,
    placed: count.check(describe('Talks that had no place before')),
    moved: count,
    kept: count.check(describe('Placed talks that are where they were')),
    leftOut: count,
    strong: count.check(describe('Strong wishes that are not met')),
    weak: count,
    broken: count.check(describe('Musts that are broken')),
    leftOutMinutes: number(),
    freeMinutes: number(),
  }),
  places: array(
    object({
      title: string(),
      id: nullable(string()).check(describe('Of its submission')),
      line: lineOrNull,
      room: string(),
      start,
      change: oneOf(['placed', 'moved', 'kept']),
      isRowEmpty: boolean().check(
        describe('It is kept where the event has it, although its row has no room and start'),
      ),
    }),
  ),
  leftOut: array(
    object({
      title: string(),
      minutes: number(),
      longEnough: count.check(describe('How many free periods are long enough')),
      longestFree: number().check(describe('In minutes')),
      blockers: array(object({ code: oneOf(reasonCodes), what, count })),
      line: lineOrNull,
      inEvent: nullable(object({ room: string(), start })).check(
        describe('Where its session stays until `sessions unplace` takes it out of the schedule'),
      ),
    }),
  ),
  unmet: issues.check(describe('Wishes that are not met, the strong ones first')),
  broken: issues.check(describe('Musts that talks break which never move')),
  longTracks: array(object({ track: string(), minutes: number(), openMinutes: number() })),
  unknown: object({
    durations: count,
    coSpeakers: count,
    speakers: count,
    names: count.check(describe('Wishes that name a talk or a room that there is not')),
  }).check(describe('Of how many talks neither the file nor the service has it')),
});
