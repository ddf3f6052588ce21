// How long commands take from start to exit, beside processes that do nothing, or only send the same request.
import { launcher, milliseconds, runNode, runRequests } from './processes.ts';
import type { Row } from './row.ts';
import { openSmallConference } from './small-conference.ts';

const rounds = 15;

const helps: readonly (readonly string[])[] = [
  [],
  ['speakers', 'add'],
  ['speakers', 'import'],
  ['config', 'set'],
  ['serve'],
];

const list = ['speakers', 'list'];

export const start: readonly Row[] = [
  besideNothing('start/version', ['--version']),
  ...helps.map((words) => besideNothing(`start/help/${words.join('-') || 'all'}`, [...words, '--help'])),
  besideNothing('start/list', list),
  {
    ...{ name: 'start/list-script', peer: 'bare script', unit: 'ms', rounds },
    async open() {
      const { env, login, close } = await openSmallConference();
      return {
        ours: () => milliseconds(runNode([launcher, ...list], { env })),
        peer: () => milliseconds(runRequests({ ...login, lists: ['speakers'] })),
        close,
      };
    },
  },
];

function besideNothing(name: string, args: readonly string[]): Row {
  return {
    ...{ name, peer: 'node -e 0', unit: 'ms', rounds },
    async open() {
      const { env, close } = await openSmallConference();
      return {
        ours: () => milliseconds(runNode([launcher, ...args], { env })),
        peer: () => milliseconds(runNode(['-e', '0'], { env })),
        close,
      };
    },
  };
}
