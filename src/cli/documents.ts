// Describes what commands print as JSON, apart from plans, reports and errors. Loaded only for JSON
// Schemas; types follow from it.
import {
  array,
  boolean,
  describe,
  exactOptional,
  extend,
  int,
  nullable,
  object,
  enum as oneOf,
  optional,
  string,
} from 'zod/mini';
import { settingNames } from '../config/settings.ts';
import { count, nextStep, schemaVersion } from '../contract/document.ts';
import { clash, planFault } from '../plans/plan-document.ts';
import { rowDifference, verification } from '../runs/verify-schema.ts';
import { changeKinds } from '../schedule/announced/changes.ts';
import { sendingVerbs } from './review/command-name.ts';

// sessions

const sessionCount = count.check(
  describe('Placed sessions that take place: neither declined, withdrawn nor canceled'),
);

export const sessionCheck = object({
  schemaVersion,
  counts: object({ sessions: sessionCount, clashes: count }),
  clashes: array(clash),
  warnings: array(planFault),
});

// timetable

export const timetable = array(
  object({
    id: nullable(string()).check(describe('Of its submission')),
    title: string(),
    room: string().check(describe('Several rooms are separated by semicolons')),
    start: string(),
    end: nullable(string()).check(describe('Null if it is unknown')),
    speakers: array(string()),
    track: nullable(string()),
    isBreak: boolean(),
  }),
);

const slot = object({
  rooms: array(string()).check(describe('None of a break in all rooms')),
  start: string(),
  end: nullable(string()).check(describe('Null if it is unknown')),
});

const talkState = nullable(
  object({ title: string(), speakers: array(string()), slots: array(slot) }),
);

export const timetableChanges = object({
  schemaVersion,
  timezone: string().check(describe('Of the times')),
  counts: object({
    new: count,
    canceled: count,
    unplaced: count,
    moved: count,
    newTime: count,
    canceledTime: count,
    retitled: count,
    people: count,
  }).check(describe('How many of the changes are of each kind')),
  changes: array(
    object({
      kinds: array(oneOf(changeKinds)).check(describe('All that has changed of the talk')),
      id: nullable(string()).check(describe('Of its submission')),
      title: string().check(describe('As it is now, or was')),
      isBreak: boolean(),
      from: talkState.check(describe('Null for a new talk')),
      to: talkState.check(describe('Null for a talk that has no place any more')),
      moves: array(
        object({
          from: nullable(slot).check(describe('Null for a new time')),
          to: nullable(slot).check(describe('Null for a time that is canceled')),
        }),
      ),
      joined: array(string()).check(describe('Names of speakers whom it did not have')),
      left: array(string()).check(describe('Names of speakers whom it has no more')),
    }),
  ),
});

// status

const valueCounts = array(
  object({ value: nullable(string()).check(describe('null: those without one')), count }),
);

export const eventStatus = object({
  schemaVersion,
  baseUrl: string(),
  event: string(),
  counts: object({
    submissions: count,
    speakers: count,
    sessions: sessionCount,
    statuses: valueCounts,
    tracks: valueCounts,
  }),
  attention: count.check(describe('How many items need attention')),
  items: array(
    object({
      name: oneOf([
        'empty',
        'undecided',
        'unplaced',
        'called-off',
        'people',
        'declined',
        'record',
        'confirmation',
        'biography',
        'photo',
        'deliverable',
        'clashes',
        'runs',
      ]),
      count: nullable(count).check(describe('null if it is unknown')),
      text: string(),
      next: array(nextStep),
    }),
  ),
});

// runs

/** Named as in a report; those after `rows` say how rows ended. */
const runCounts = object({
  rows: count,
  created: count,
  updated: count,
  placed: count.check(describe('Of older runs, with those that were moved or unplaced')),
  moved: count,
  unplaced: count,
  failed: count,
  unchanged: exactOptional(count),
  skipped: exactOptional(count),
  rejected: exactOptional(count),
  unknown: exactOptional(count),
  pending: exactOptional(count),
});

export const savedRun = object({
  run: string().check(describe('Its name')),
  state: oneOf(['finished', 'running', 'interrupted', 'refused']).check(
    describe('refused: the service refused rows, which a resume sends again; none else is left'),
  ),
  action: oneOf(sendingVerbs),
  kind: string().check(describe('`speaker`, `submission`, `session` or `program`')),
  baseUrl: string(),
  event: string(),
  file: string(),
  counts: runCounts,
  startedAt: string(),
});

const undoable = boolean().check(
  describe('Whether `plenary runs undo` restores something without `--withdraw`'),
);

export const listedRun = extend(savedRun, { undoable });

export const shownRun = extend(savedRun, {
  endedAt: nullable(string()),
  undoable,
  undo: object({ rows: count, final: count }).check(
    describe('How many rows an undo restores, and how many it leaves as they are'),
  ),
  undoneBy: array(string()).check(describe('Names of the runs that have undone it')),
});

export const runVerification = object({
  schemaVersion,
  run: string(),
  kind: savedRun.shape.kind,
  event: string(),
  counts: verification.shape.counts,
  differences: array(
    extend(rowDifference, { kind: string().check(describe('Of the record, as in a plan')) }),
  ),
});

// letters

export const letterReport = object({
  schemaVersion,
  template: string().check(describe('Its name in the ledger')),
  folder: string().check(describe('Where the letters are')),
  ledger: string().check(describe('The file that lists who has which letter')),
  counts: object({
    people: count.check(describe('People of the list')),
    written: count,
    unchanged: count.check(describe('People who have the letter already')),
    different: count.check(describe('People who have the letter with another text')),
  }),
  written: array(string()).check(describe('Names of the files that were written')),
});

// doctor

export const doctorReport = object({
  schemaVersion,
  version: string().check(describe('Of the program')),
  healthy: boolean(),
  exitCode: int().check(describe('Of the first check that has failed')),
  checks: array(
    object({
      name: oneOf(['program', 'config', ...settingNames, 'token', 'service', 'runs']),
      state: oneOf(['ok', 'failed', 'note']).check(
        describe('note: something to know that is no fault, such as what was not checked'),
      ),
      message: string(),
      fix: nullable(string()),
      next: array(nextStep),
    }),
  ),
});

// settings

export const settingList = array(
  object({
    setting: string(),
    value: nullable(string()),
    source: nullable(string()).check(describe('Kind of the source; null without a value')),
    from: nullable(string()).check(describe('The flag, variable, folder or profile')),
  }),
);

export const settingValue = string();

export const configPath = string();

export const loginStatus = object({
  profile: string(),
  baseUrl: string(),
  tokenSource: oneOf(['environment', 'profile']),
  event: nullable(string()),
  accepted: boolean().check(
    describe('Whether the service has accepted the token; false also if no event is set'),
  ),
});

// service

const secret = string().check(describe('Shown once'));

export const newOrganization = object({
  organization: object({ id: string(), name: string() }),
  token: secret,
});

export const event = object({
  id: string(),
  organizationId: string(),
  name: string(),
  timezone: string(),
  createdAt: string(),
  hasLists: boolean().check(
    describe('Whether it has its own lists of rooms, tracks and formats, and refuses others'),
  ),
});

export const newToken = object({ id: string(), name: string(), token: secret });

export const token = object({
  id: string(),
  organizationId: string(),
  name: string(),
  createdAt: string(),
  revokedAt: nullable(string()),
});

export const copiedTables = array(object({ table: string(), rows: count }));

export const serviceAddress = object({
  url: string(),
  metricsUrl: optional(string()).check(describe('With --metrics-port')),
});
