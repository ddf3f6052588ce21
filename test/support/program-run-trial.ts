// A program with changes of each kind of records, and the event in memory to which it is applied.
import { onTestFinished } from 'vitest';
import type { RecordChange } from '../../src/import/record-change.ts';
import {
  createProgramHeader,
  type ProgramHeader,
  readProgramHeader,
} from '../../src/program/header.ts';
import { type ProgramTask, runProgram } from '../../src/program/program-run.ts';
import { openRuns } from '../../src/runs/folder.ts';
import { planSchedule } from '../../src/schedule/plan.ts';
import type { ScheduleRow } from '../../src/schedule/schedule-row.ts';
import { ProgramWorld } from './program-world.ts';
import { planOptions } from './schedule-world.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const baseUrl = 'http://127.0.0.1';

/** An event with two speakers and two talks, one of them placed, and the runs of its programs. */
export function openEvent() {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  const world = new ProgramWorld();
  world.speakers.push(
    { id: 'speakers-1', email: 'ada@example.org', first_name: 'Ada' },
    { id: 'speakers-2', email: 'bo@example.org', first_name: 'Bo' },
  );
  world.submissions.push(
    { id: 'submissions-1', title: 'Types', submitter_email: 'ada@example.org', status: 'pending' },
    { id: 'submissions-2', title: 'Queues', submitter_email: 'bo@example.org', ...hall(9) },
  );
  return { world, runs: openRuns(folder.path, world.clock.now) };
}

export type ProgramEvent = ReturnType<typeof openEvent>;

export const hall = (hour: number) => ({
  room: 'Hall',
  start: `2026-05-02T${String(hour).padStart(2, '0')}:00:00+00:00`,
});

export const update = (id: string, field: string, from: unknown, to: string): RecordChange => {
  return { action: 'update', id, name: '', line: 2, fields: { [field]: { from, to } } };
};

const create = (values: Readonly<Record<string, string>>): RecordChange => {
  const fields = Object.entries(values).map(
    ([field, to]) => [field, { from: undefined, to }] as const,
  );
  return { action: 'create', name: '', line: 3, fields: Object.fromEntries(fields) };
};

export const speakers = [
  update('speakers-1', 'first_name', 'Ada', 'Ida'),
  update('speakers-2', 'first_name', 'Bo', 'Bob'),
  create({ email: 'chen@example.org', first_name: 'Chen' }),
];
/** Two new talks have one title. */
const submissions = [
  update('submissions-1', 'status', 'pending', 'accepted'),
  create({ title: 'Sets', submitter_email: 'chen@example.org', status: 'accepted' }),
  create({ title: 'Sets', submitter_email: 'ada@example.org' }),
];
const places = [
  { title: 'Types', submitterEmail: undefined, ...hall(10) },
  { title: 'Sets', submitterEmail: 'ada@example.org', ...hall(11) },
  { title: 'Queues', submitterEmail: undefined, ...hall(12) },
  { title: 'Sets', submitterEmail: 'chen@example.org', ...hall(13) },
];
const rows = places.map((place, at): ScheduleRow => {
  const others = {
    durationMs: undefined,
    people: [],
    track: undefined,
    format: undefined,
    submissionId: undefined,
  };
  return { ...others, ...place, line: at + 2, startMs: Date.parse(place.start) };
});

export const files = {
  speakers: 'speakers.csv',
  submissions: 'submissions.csv',
  sessions: 'schedule.csv',
};
export const noChanges = { speakers: undefined, submissions: undefined };

export function headerOf(
  { clock }: ProgramWorld,
  sha256: string,
  allowPartial = false,
): ProgramHeader {
  const head = { resource: 'program', event: 'conf', baseUrl, file: 'program', sha256 };
  return createProgramHeader(
    { ...head, startedAt: new Date(clock.now()) },
    { files, creates: true, allowPartial },
  );
}

export const changes: ProgramTask['changes'] = {
  speakers: { file: files.speakers, changes: speakers },
  submissions: { file: files.submissions, changes: submissions },
  sessions: {
    file: files.sessions,
    makePlan: (program) => planSchedule(rows, program, planOptions),
  },
};

/** Applies the whole program, or sends what is left of it. */
export async function apply({ world, runs }: ProgramEvent, options: Partial<ProgramTask> = {}) {
  const [unfinished] = (await runs.list()).filter(({ ended }) => ended === undefined);
  const found = unfinished && readProgramHeader(unfinished.header);
  const header = found ?? headerOf(world, 'abc');
  return runProgram({
    header,
    runs,
    clock: world.clock,
    client: async () => world.client,
    workers: 1,
    lateMs: 0,
    dryRun: false,
    timeZone: undefined,
    changes,
    review: async () => true,
    ...options,
  });
}
