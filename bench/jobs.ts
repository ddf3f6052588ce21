// How long the usual short jobs take from start to exit, beside a bare script that sends the same requests and reads the same file.
import { bundlePeer, launcher, runNode } from './processes.ts';
import type { Area, Row } from './row.ts';
import { smallConference } from './small-conference.ts';

type Stage = Awaited<ReturnType<typeof smallConference.open>>;

interface Job {
  /** Whether each run needs an event that is still empty. */
  readonly isOnEmptyEvent?: true;
  readonly file?: keyof Stage['files'];
  argsOf(stage: Stage): readonly string[];
  /** Once, before the first run. */
  prepare?(args: readonly string[], stage: Stage): Promise<unknown>;
}

const jobs: Readonly<Record<string, Job>> = {
  'import-50': {
    isOnEmptyEvent: true,
    file: 'speakers',
    argsOf: ({ files }) => ['speakers', 'import', files.speakers],
  },
  'import-50-again': {
    file: 'speakers',
    argsOf: ({ files }) => ['speakers', 'import', files.speakers],
    prepare: (args, { env, newState }) =>
      runNode([launcher, ...args], { env: { ...env, PLENARY_STATE_DIR: newState() } }),
  },
  'plan-60': { file: 'moved', argsOf: ({ files }) => ['sessions', 'plan', files.moved] },
  'timetable-60': { file: 'schedule', argsOf: ({ files }) => ['timetable', 'show', '--schedule', files.schedule] },
  stats: { argsOf: () => ['submissions', 'stats'] },
  show: { argsOf: ({ talk }) => ['submissions', 'show', talk] },
};

export const shortJobs: Area = {
  rows: Object.entries(jobs).map(([name, job]) => rowOf(`job/${name}`, job)),
  close: smallConference.close,
};

function rowOf(name: string, { isOnEmptyEvent, file, argsOf, prepare }: Job): Row {
  return {
    ...{ name, peer: 'bare script', unit: 'ms', rounds: 11, isForEveryNode: true },
    async open(node) {
      const stage = await smallConference.open();
      const { env, newEvent, newState } = stage;
      const args = argsOf(stage);
      await prepare?.(args, stage);
      const script = await bundlePeer('replay');
      const eventFlag = async () => (isOnEmptyEvent ? ['--event', await newEvent()] : []);
      const recording = await stage.recording(name, async () => [...args, ...(await eventFlag())]);
      const input = file === undefined ? [] : [stage.files[file]];
      return {
        async ours() {
          const all = [launcher, ...args, ...(await eventFlag())];
          return 1000 * (await runNode(all, { node, env: { ...env, PLENARY_STATE_DIR: newState() } })).seconds;
        },
        async peer() {
          const event = isOnEmptyEvent ? await newEvent() : '-';
          return 1000 * (await runNode([script, recording, event, ...input], { node, env })).seconds;
        },
      };
    },
  };
}
