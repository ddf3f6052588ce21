// How long the usual short jobs take from start to exit, beside a bare script that sends as many
// requests and reads the same file.
import { launcher } from '../test/support/program.ts';
import { milliseconds, runNode, runRequests } from './processes.ts';
import type { Row } from './row.ts';
import { openSmallConference, type SmallConference } from './small-conference.ts';

interface Job {
  argsOf(stage: SmallConference): readonly string[];
  /** Which lists it reads. */
  readonly lists: readonly string[];
  readonly file?: 'speakers' | 'schedule' | 'moved';
  /** Whether it creates the speakers, and needs an event that is still empty. */
  readonly creates?: true;
}

const program = ['submissions', 'sessions'];
const importing: Job = {
  argsOf: ({ files }) => ['speakers', 'import', files.speakers],
  lists: ['speakers'],
  file: 'speakers',
};

const jobs: Readonly<Record<string, Job>> = {
  'import-50': { ...importing, creates: true },
  'import-50-again': importing,
  'plan-60': {
    argsOf: ({ files }) => ['sessions', 'plan', files.moved],
    lists: program,
    file: 'moved',
  },
  'timetable-60': {
    argsOf: ({ files }) => ['timetable', 'show', '--schedule', files.schedule],
    lists: program,
    file: 'schedule',
  },
  show: { argsOf: ({ talk }) => ['submissions', 'show', talk], lists: ['submissions', 'speakers'] },
};

export const shortJobs = Object.entries(jobs).map(([name, job]) => rowOf(`job/${name}`, job));

function rowOf(name: string, { argsOf, lists, file, creates }: Job): Row {
  return {
    name,
    peer: 'bare script',
    unit: 'ms',
    rounds: 11,
    async open() {
      const stage = await openSmallConference();
      const { env, login, files, newEvent, newState, close } = stage;
      const run = (...flags: readonly string[]) =>
        runNode([launcher, ...argsOf(stage), ...flags], {
          env: { ...env, PLENARY_STATE_DIR: newState() },
        });
      if (name.endsWith('-again')) await run();
      const requests = { ...login, lists, ...(file !== undefined && { file: files[file] }) };
      const events = async () => (creates === undefined ? [] : ['--event', await newEvent()]);
      const own = async () =>
        creates === undefined ? {} : { creates: stage.newSpeakers, event: await newEvent() };
      return {
        ours: async () => milliseconds(run(...(await events()))),
        peer: async () => milliseconds(runRequests({ ...requests, ...(await own()) })),
        close,
      };
    },
  };
}
