// How long commands take from start to exit, beside processes that do nothing, or only send the same request.
import { bundlePeer, launcher, runNode } from './processes.ts';
import type { Area, Row } from './row.ts';
import { smallConference } from './small-conference.ts';

const rounds = 15;

const helps: readonly (readonly string[])[] = [
  [],
  ['speakers', 'add'],
  ['speakers', 'import'],
  ['config', 'set'],
  ['serve'],
];

export const start: Area = {
  rows: [
    besideNothing('start/version', ['--version']),
    ...helps.map((words) => besideNothing(`start/help/${words.join('-') || 'all'}`, [...words, '--help'])),
    besideNothing('start/list', ['speakers', 'list']),
    besideScript('start/list-script/config-file'),
    besideScript('start/list-script/variables'),
  ],
  close: smallConference.close,
};

function besideNothing(name: string, args: readonly string[]): Row {
  return {
    ...{ name, peer: 'node -e 0', unit: 'ms', rounds, isForEveryNode: true },
    async open(node) {
      const { env } = await smallConference.open();
      return {
        ours: async () => 1000 * (await runNode([launcher, ...args], { node, env })).seconds,
        peer: async () => 1000 * (await runNode(['-e', '0'], { node, env })).seconds,
      };
    },
  };
}

function besideScript(name: string): Row {
  return {
    ...{ name, peer: 'bare script', unit: 'ms', rounds, isForEveryNode: true },
    async open(node) {
      const stage = await smallConference.open();
      const [script, list] = [await bundlePeer('replay'), ['speakers', 'list']];
      const env = name.endsWith('variables') ? stage.variables : stage.env;
      const recording = await stage.recording('list', async () => list);
      return {
        ours: async () => 1000 * (await runNode([launcher, ...list], { node, env })).seconds,
        peer: async () => 1000 * (await runNode([script, recording], { node, env })).seconds,
      };
    },
  };
}
