// The workflows and the action: GitHub's own parser reads them, and rules protect the secrets of a
// release.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Workflows from '@actions/workflow-parser';
import type * as Actions from '@actions/workflow-parser/actions/action-parser';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';

type Parser = Pick<typeof Workflows, 'NoOperationTraceWriter' | 'parseWorkflow'> &
  Pick<typeof Actions, 'parseAction'>;

const { NoOperationTraceWriter, parseAction, parseWorkflow } = await loadParser();

/** GitHub's own parser. It is bundled first, because it imports JSON as Node does not. */
async function loadParser(): Promise<Parser> {
  const folder = temporaryFolder();
  const outfile = folder.file('parser.cjs');
  const contents = `
    export { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
    export { parseAction } from '@actions/workflow-parser/actions/action-parser';
  `;
  const stdin = { contents, resolveDir: import.meta.dirname };
  await build({ stdin, outfile, bundle: true, format: 'cjs', platform: 'node' });
  const parser = createRequire(outfile)(outfile);
  folder.remove();
  return parser;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const read = (path: string) => readFileSync(path, 'utf8');
const release = '.github/workflows/release.yml';
const examples = ['github-actions', 'pull-request-comment', 'website'].map((name) => {
  return `examples/ci/${name}.yml`;
});

function faultsOf(path: string): readonly string[] {
  const check = path === 'action.yml' ? parseAction : parseWorkflow;
  return check({ name: path, content: read(path) }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message);
}

function stepsOf(path: string): readonly Step[] {
  const { jobs, runs } = parse(read(path));
  return jobs === undefined
    ? runs.steps
    : Object.values<{ steps: Step[] }>(jobs).flatMap(({ steps }) => steps);
}

describe.each([release, 'action.yml', ...examples])('%s', (path) => {
  it('has no fault that GitHub would report', () => {
    expect(faultsOf(path)).toEqual([]);
  });

  it('passes values to commands as variables, because a command would execute them', () => {
    for (const { run } of stepsOf(path)) expect(run ?? '').not.toContain('${{');
  });
});

describe.each([release, 'action.yml'])('%s', (path) => {
  it('uses actions of one commit each, with their version beside it', () => {
    const uses = stepsOf(path).flatMap((step) => step.uses ?? []);
    expect(uses.length).toBeGreaterThan(0);
    for (const each of uses) {
      expect(each).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
      expect(read(path)).toContain(`${each} # v`);
    }
  });
});

describe('release.yml', () => {
  const { jobs, permissions, on } = parse(read(release));

  it('gives each job only the permissions that it needs', () => {
    expect(permissions).toEqual({});
    const given = Object.entries<{ permissions: unknown }>(jobs).map(([name, job]) => [
      name,
      job.permissions,
    ]);
    expect(Object.fromEntries(given)).toEqual({
      check: { contents: 'read' },
      others: { contents: 'read' },
      build: { contents: 'read' },
      publish: { 'id-token': 'write' },
      release: { attestations: 'write', contents: 'write', 'id-token': 'write' },
    });
    for (const { uses = '', with: given } of stepsOf(release)) {
      if (uses.startsWith('actions/checkout@'))
        expect(given).toEqual({ 'persist-credentials': false });
    }
  });

  it('publishes a tag of a version only after everything was checked', () => {
    expect(on).toEqual({ push: { tags: ['v*'] } });
    expect(jobs.check.steps.at(-1).run).toBe('.ci/run');
    expect([jobs.publish.needs, jobs.release.needs]).toEqual([['check', 'build'], 'publish']);
    expect(read(release)).toContain('test "$GITHUB_REF_NAME" = "v$(node -p');
  });

  it('runs the tests on Windows and macOS, which block nothing yet', () => {
    const { strategy, steps, ...job } = jobs.others;
    expect(strategy.matrix.system).toEqual(['windows-latest', 'macos-latest']);
    expect([job['continue-on-error'], steps.at(-1).run]).toEqual([true, 'npm test']);
  });

  it('runs the code of the repository only in jobs that can publish nothing', () => {
    for (const name of ['publish', 'release']) {
      const steps: readonly Step[] = jobs[name].steps;
      expect(steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false);
    }
    expect(read(release)).toContain(
      'npm publish --provenance --access public --ignore-scripts ./plenary-*.tgz',
    );
  });
});

describe('action.yml', () => {
  it('has the inputs that its script reads, and passes them as variables', () => {
    const { inputs, runs } = parse(read('action.yml'));
    const variables = Object.keys(inputs).map((name) => [
      `INPUT_${name.toUpperCase().replaceAll('-', '_')}`,
      `\${{ inputs.${name} }}`,
    ]);
    expect(runs.steps.at(-1).env).toEqual({
      ...Object.fromEntries(variables),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
      GITHUB_TOKEN: '${{ github.token }}',
    });
    const script = read('scripts/action.js');
    const used = [...script.matchAll(/\benv\.(INPUT_\w+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(variables.map(([name]) => name)));
  });

  it('is used by the example with the same inputs for the plan and the apply', () => {
    const steps = stepsOf('examples/ci/pull-request-comment.yml');
    const inputs = steps.flatMap(({ uses = '', with: given = {} }) => {
      return uses.includes('/plenary@') ? [given] : [];
    });
    expect(inputs.map(({ command }) => command)).toEqual(['plan', 'apply']);
    expect({ ...inputs[0], command: 'apply' }).toEqual(inputs[1]);
    for (const name of ['create', 'max-changes', 'fail-on', 'overwrite'])
      expect(inputs[0]?.[name]).toBe(`\${{ env.PROGRAM_${name.replace('-', '_').toUpperCase()} }}`);
  });

  it('is used by the example in the version of this package', () => {
    const { version } = JSON.parse(read('package.json'));
    const uses = stepsOf('examples/ci/pull-request-comment.yml').flatMap((step) => step.uses ?? []);
    expect(uses.filter((each) => each.includes('/plenary@'))).toEqual(
      Array(2).fill(`OWNER/plenary@v${version}`),
    );
  });
});
