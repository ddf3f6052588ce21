// How long commands take from start to exit, beside processes that do nothing, or only send the
// same request.
import { launcher } from '../test/support/program.ts';
import { milliseconds, runNode, runRequests } from './processes.ts';
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

export const start: readonly Row[] = [
  ...helps.map(helpRow),
  {
    name: 'start/list',
    peer: 'bare script',
    unit: 'ms',
    rounds,
    async open() {
      const { env, login, close } = await openSmallConference();
      return {
        ours: () => milliseconds(runNode([launcher, 'speakers', 'list'], { env })),
        peer: () => milliseconds(runRequests({ ...login, lists: ['speakers'] })),
        close,
      };
    },
  },
];

function helpRow(words: readonly string[]): Row {
  return {
    name: `start/help/${words.join('-') || 'all'}`,
    peer: 'node -e 0',
    unit: 'ms',
    rounds,
    async open() {
      const { env, close } = await openSmallConference();
      return {
        ours: () => milliseconds(runNode([launcher, ...words, '--help'], { env })),
        peer: () => milliseconds(runNode(['-e', '0'], { env })),
        close,
      };
    },
  };
}
