// Describes the timetable for scripts. Loaded only for JSON Schemas; types follow from it.
import { array, boolean, describe, nullable, object, string } from 'zod/mini';

export const timetable = array(
  object({
    submissionId: nullable(string()),
    title: string(),
    room: string().check(describe('Several rooms are separated by a comma')),
    start: string(),
    end: nullable(string()).check(describe('Null if it is unknown')),
    speakers: array(string()),
    track: nullable(string()),
    isBreak: boolean(),
  }),
);
