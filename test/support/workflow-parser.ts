// GitHub's own parser of workflows and actions. It is bundled first, because it imports JSON as Node does not.
import { createRequire } from 'node:module';
import type * as Workflows from '@actions/workflow-parser';
import type * as Actions from '@actions/workflow-parser/actions/action-parser';
import { build } from 'esbuild';
import { temporaryFolder } from './temporary-folder.ts';

type Parser = Pick<typeof Workflows, 'NoOperationTraceWriter' | 'parseWorkflow'> & Pick<typeof Actions, 'parseAction'>;

const entry = `
  export { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
  export { parseAction } from '@actions/workflow-parser/actions/action-parser';
`;

export async function loadWorkflowParser(): Promise<Parser> {
  const folder = temporaryFolder();
  try {
    const outfile = folder.file('parser.cjs');
    const stdin = { contents: entry, resolveDir: import.meta.dirname };
    await build({ stdin, outfile, bundle: true, format: 'cjs', platform: 'node' });
    return createRequire(outfile)(outfile);
  } finally {
    folder.remove();
  }
}
