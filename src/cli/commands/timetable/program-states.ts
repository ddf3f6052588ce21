// Reads a state of a program: from the service, a folder, an announcement or a schedule file. Must
// not know what it is compared with.

import { lstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { RecordData } from '../../../client/client.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import { tooLarge } from '../../../files/limits.ts';
import { recordsInFile } from '../../../program/file-records.ts';
import { announcedName } from '../../../program/files.ts';
import { readWorkingFolder, type WorkingFolder } from '../../../program/working-folder.ts';
import { parseJson } from '../../../runs/json-lines.ts';
import { isAnnouncement, readAnnouncement } from '../../../schedule/announced/announcement.ts';
import { withSubmissions } from '../../../schedule/announced/folder-sessions.ts';
import { type ProgramTalk, programOf } from '../../../schedule/announced/program.ts';
import type { Session } from '../../../schedule/session.ts';
import { mostScheduled, submissionOf } from '../../../schedule/submissions.ts';
import type { Context } from '../../context.ts';
import { readSource } from '../../source.ts';
import { eventSpeakers } from '../records/read-list.ts';
import type { FileFlags, ScheduleFlag } from '../sessions/schedule-file.ts';
import { type ReadSessions, readSessions } from './sessions.ts';

/** A program at one time. */
export interface ProgramState {
  /** For messages. */
  readonly name: string;
  readonly talks: readonly ProgramTalk[];
  /** Those that take place. */
  readonly sessions: readonly Session[];
  /** As they are written. */
  readonly starts: readonly string[];
  /** The zone of its times, if it names one. */
  readonly zone?: string | undefined;
  /** The records of its speakers, which may be many to read. */
  readonly speakers: () => Promise<readonly RecordData[]>;
}

type StateContext = Context<FileFlags & ScheduleFlag>;

/** The program as the service has it, with what the file of `--schedule` adds. */
export async function serviceState(context: StateContext): Promise<ProgramState> {
  const { schedule } = context.flags;
  // How the schedule of a folder is written is known.
  const reading = context.typed.has('schedule') ? context.flags : {};
  const flags = { ...reading, schedule, defaultDuration };
  const read = await readSessions({ ...context, flags });
  return { ...stateOf('the service', read), speakers: () => eventSpeakers(context) };
}

/**
 * The program of a folder, an announcement, an export or another schedule file.
 * @param path `-` is standard input
 * @throws {UsageError} if it cannot be read
 * @throws {InvalidInputError} for what is no schedule
 */
export async function stateAt(given: StateContext, path: string): Promise<ProgramState> {
  // No event decides what is in a file.
  const context = { ...given, event: async () => undefined };
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return folderState(context, path);
  const source = await context.source(path);
  const isAnnounced = basename(path) === announcedName || isAnnouncement(await source.opening());
  if (isAnnounced) {
    return announcedState(source.file, (await readSource(context.io, source)).toString('utf8'));
  }
  const flags = { ...context.flags, schedule: path, defaultDuration };
  const read = await readSessions({ ...context, flags });
  return {
    ...stateOf(path, read),
    async speakers() {
      const folder = await context.folder();
      return folder === undefined ? [] : recordsInFile(folder.path, 'speakers');
    },
  };
}

/** What was announced before anything was. */
export const nothingAnnounced: ProgramState = {
  name: announcedName,
  talks: [],
  sessions: [],
  starts: [],
  speakers: async () => [],
};

function announcedState(file: string, text: string): ProgramState {
  const read = readAnnouncement(parseJson(text.replace(/^\uFEFF/, '')));
  if (read === undefined) {
    throw new InvalidInputError(`${file} is damaged, or not an announced program`, {
      fix:
        basename(file) === announcedName
          ? 'restore it from version control; or remove it, and run `plenary timetable changes ' +
            '--announce`'
          : 'restore it from version control, or pass another file',
    });
  }
  const { sessions, zone, starts } = read;
  if (sessions.length > mostScheduled)
    throw tooLarge(file, `a schedule has at most ${mostScheduled.toLocaleString('en')} sessions`);
  return {
    name: file,
    talks: programOf(sessions),
    sessions,
    starts,
    zone,
    speakers: async () => [],
  };
}

async function folderState(context: StateContext, path: string): Promise<ProgramState> {
  const folder = readWorkingFolder(path);
  if (folder?.schedule === undefined) throw withoutSchedule(path, folder);
  const { schedule, settings } = folder;
  const read = await readSessions({
    ...context,
    flags: { schedule, defaultDuration },
    timeZone: async () => (await context.timeZone()) ?? settings.timezone,
  });
  const records = recordsInFile(path, 'submissions');
  const submissions = records.map((record) => submissionOf(record, { timeZone: undefined }));
  return {
    ...stateOf(path, { ...read, ...withSubmissions(read, submissions) }),
    speakers: async () => recordsInFile(path, 'speakers'),
  };
}

function withoutSchedule(path: string, folder: WorkingFolder | undefined): UsageError {
  return folder === undefined
    ? new UsageError(`${path} has no program`, {
        fix: 'pass a folder that `plenary program pull` wrote, or a file',
      })
    : new UsageError(`${path} has no schedule.csv`, { fix: 'restore it, or pass a file' });
}

function stateOf(
  name: string,
  { sessions, unplaced, starts }: ReadSessions,
): Omit<ProgramState, 'speakers'> {
  return { name, talks: programOf(sessions, unplaced), sessions, starts };
}

/** Ends are not compared, so that any duration does. */
const defaultDuration = 45 * 60_000;
