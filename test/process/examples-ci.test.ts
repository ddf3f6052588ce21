// The CI examples, unchanged, run by bash as a CI system does, against a service with the example
// submissions.
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse } from 'yaml';
import {
  type CommandResult,
  runToEnd,
  startTestService,
  type TestService,
} from '../support/program.ts';
import { startScriptedServer } from '../support/scripted-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Each job starts the program several times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const examples = resolve(import.meta.dirname, '../../examples');
const workflow = readFileSync(join(examples, 'ci/github-actions.yml'), 'utf8');
const nothing = { exitCode: 0, stdout: '' };

let service: TestService;
let repository: ReturnType<typeof temporaryFolder>;
beforeEach(async () => {
  service = await startTestService();
  const submissions = join(examples, 'submissions.csv');
  await service.plenary(['submissions', 'import', submissions, '--skip-invalid', '--quiet']);
  repository = temporaryFolder();
  await service.plenary(['program', 'pull', clone('program')]);
  await git('init', '--quiet');
  await commit();
  await git('tag', 'program-applied');
  copyFileSync(join(examples, 'schedule.csv'), schedule());
  await commit();
  await git('clone', '--quiet', '--bare', '.', repository.file('origin'));
  await git('remote', 'add', 'origin', repository.file('origin'));
  putOnPath();
});
afterEach(async () => {
  await service.stop();
  repository.remove();
});

const allPlaced = /^rows +59\nplaced +59\n$/m;
const clone = (name: string) => repository.file(`clone/${name}`);
const schedule = () => clone('program/schedule.csv');

describe('github-actions.yml', () => {
  it('shows the changes in a pull request without applying them', async () => {
    expect(await runJob('plan')).toEqual(nothing);
    const summary = readFileSync(repository.file('summary.md'), 'utf8');
    expect(summary).toContain('## Plan: 59 to place\n');
    expect(summary).toContain(
      '| place | Queues all the way down | Lighthouse, 2027-05-20 09:30 | 3 |\n',
    );
    expect(await placed()).toHaveLength(0);
  });

  it('fails a pull request whose schedule has a clash, and reports the clash', async () => {
    await moveToAmina();
    expect(await runJob('plan')).toMatchObject({ exitCode: 6 });
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toContain(
      '### Clashes\n\n- room Lighthouse: ',
    );
    expect(await runJob('apply')).toMatchObject({ exitCode: 6 });
    expect(await placed()).toHaveLength(0);
  });

  it('applies what a pull request changes since the last apply, and overwrites no change of a colleague', async () => {
    await decline('Zero lost cents');
    await accept('Queues all the way down');
    expect(await runJob('plan')).toEqual(nothing);
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toContain(
      '| update | Queues all the way down | status "pending" → "accepted" | 2 |\n',
    );
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    expect(await findTalk('Queues all the way down')).toMatchObject({ status: 'accepted' });
    expect(await findTalk('Zero lost cents')).toMatchObject({ status: 'declined' });
    // An apply that fails is no base of the next one.
    await accept('Zero lost cents');
    await accept('On call without dread');
    expect(await runJob('apply')).toMatchObject({ exitCode: 6 });
    await edit('submissions.csv', /(Zero lost cents,[\s\S]*?)accepted/, '$1declined');
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    expect(await findTalk('On call without dread')).toMatchObject({ status: 'accepted' });
  });

  it('takes back nothing if the job of an older commit runs again', async () => {
    await accept('Queues all the way down');
    expect(await runJob('apply')).toMatchObject({ exitCode: 0 });
    await git('checkout', '--quiet', '--detach', 'HEAD~1');
    expect(await runJob('apply')).toMatchObject({ exitCode: 1, stdout: '' });
    expect(await findTalk('Queues all the way down')).toMatchObject({ status: 'accepted' });
  });

  it('applies the schedule on the main branch, once', async () => {
    expect(await runJob('apply')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(allPlaced),
    });
    expect(await placed()).toHaveLength(59);
    expect(await runJob('apply')).toEqual({
      exitCode: 0,
      stdout: 'rows       59\nunchanged  59\n',
    });
  });
});

describe('program.sh', () => {
  const script = join(examples, 'ci/program.sh');

  it('plans without changes, applies that plan, and then has nothing left to do', async () => {
    await checkout();
    expect(await bash([script, 'plan'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^FILE +ACTION /),
    });
    expect(await placed()).toHaveLength(0);
    expect(await bash([script, 'apply'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(allPlaced),
    });
    expect(await placed()).toHaveLength(59);
    await checkout();
    expect(await bash([script, 'apply'])).toEqual(nothing);
  });
});

describe('pull-request-comment.yml', () => {
  it('comments the changes in a pull request without applying them, and applies them on the main branch', async () => {
    const github = await startScriptedServer([{ json: [] }, { status: 201, json: {} }]);
    onTestFinished(github.close);
    expect(await runAction('plan', github.url)).toMatchObject({ exitCode: 0 });
    const [, created] = github.requests;
    expect(created?.method).toBe('POST');
    const comment: string = JSON.parse(created?.body ?? '').body;
    expect(comment).toMatch(/^<!-- plenary: program -->\n/);
    expect(comment).toContain('## Plan: 59 to place\n');
    expect(comment).toContain(
      '| place | Queues all the way down | Lighthouse, 2027-05-20 09:30 | 3 |\n',
    );
    expect(await placed()).toHaveLength(0);
    expect(await runAction('apply', github.url)).toMatchObject({ exitCode: 0 });
    expect(readFileSync(repository.file('summary.md'), 'utf8')).toMatch(/^placed +59$/m);
    expect(await placed()).toHaveLength(59);
    expect(github.requests).toHaveLength(2);
  });
});

/**
 * Runs a job of pull-request-comment.yml as its action does, for a pull request of the repository
 * itself.
 */
async function runAction(job: 'plan' | 'apply', apiUrl: string): Promise<Ended> {
  const { jobs } = parse(readFileSync(join(examples, 'ci/pull-request-comment.yml'), 'utf8'));
  const steps: readonly {
    readonly run?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[] = jobs[job].steps;
  const at = steps.findIndex((step) => step.with?.command === job);
  const { folder = '', base = '' } = steps[at]?.with ?? {};
  await checkout();
  for (const { run } of steps.slice(0, at)) {
    if (run !== undefined) expect(await bash(['-c', run])).toMatchObject({ exitCode: 0 });
  }
  const pull_request = { number: 7, head: { repo: { full_name: 'conf/program' } } };
  writeFileSync(
    repository.file('event.json'),
    JSON.stringify(job === 'plan' ? { pull_request } : {}),
  );
  const start = 'exec node "$0" "$(command -v plenary)"';
  return bash(['-c', start, resolve(examples, '../scripts/action.js')], {
    INPUT_COMMAND: job,
    INPUT_FOLDER: folder,
    INPUT_BASE: base.replace(/^\S+ runner.temp }}/, repository.path),
    INPUT_COMMENT: parse(readFileSync(resolve(examples, '../action.yml'), 'utf8')).inputs.comment
      .default,
    GITHUB_API_URL: apiUrl,
    GITHUB_EVENT_PATH: repository.file('event.json'),
    GITHUB_REPOSITORY: 'conf/program',
    GITHUB_TOKEN: 'ghs_1',
  });
}

/** Moves a second talk to the room and time of Amina Okoye's. */
function moveToAmina(): Promise<void> {
  const [here, there] = ['Pier 3,2027-05-20 10:30', 'Lighthouse,2027-05-20 09:30'];
  return edit('schedule.csv', `Zero lost cents,${here}`, `Zero lost cents,${there}`);
}

const accept = (title: string) =>
  edit('submissions.csv', new RegExp(`(${title},[\\s\\S]*?)pending`), '$1accepted');

/** Of a colleague, in the service. */
async function decline(title: string): Promise<void> {
  await service.plenary([
    'submissions',
    'update',
    (await findTalk(title)).id,
    '--status',
    'declined',
  ]);
}

/** Commits a change of a file. */
async function edit(name: string, from: string | RegExp, to: string): Promise<void> {
  await checkout();
  const path = clone(`program/${name}`);
  const text = readFileSync(path, 'utf8');
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(path, text.replace(from, to));
  await commit();
}

async function commit(): Promise<void> {
  await git('add', '.');
  await git(
    '-c',
    'user.name=Ada',
    '-c',
    'user.email=ada@example.org',
    'commit',
    '--quiet',
    '--message',
    'Edit',
  );
}

async function git(...args: readonly string[]): Promise<void> {
  expect(await bash(['-c', 'git "$@"', 'git', ...args]), args.join(' ')).toMatchObject({
    exitCode: 0,
  });
}

/** A clone of the commit, as each job has it. */
async function checkout(): Promise<void> {
  rmSync(repository.file('applied'), { recursive: true, force: true });
  await git('worktree', 'prune');
  await git('reset', '--quiet', '--hard');
  await git('clean', '--quiet', '-xdf');
  await git('fetch', '--quiet', '--force', '--tags', 'origin');
}

async function findTalk(
  title: string,
): Promise<Readonly<Record<'id' | 'title' | 'status', string>>> {
  const { stdout } = await service.plenary(['submissions', 'list', '--all', '--json']);
  return JSON.parse(stdout).find((talk: Readonly<Record<string, unknown>>) => talk.title === title);
}

/**
 * Puts this program on the path, an `npm` whose `ci` links it into node_modules, and an `npx` that
 * starts it there, more quickly than npm's.
 */
function putOnPath(): void {
  mkdirSync(repository.file('bin'));
  const launcher = resolve(examples, '../bin/plenary.js');
  symlinkSync(launcher, repository.file('bin/plenary'));
  const npm = `#!/bin/sh\ntest "$*" = ci && mkdir -p node_modules/.bin && ln -sf '${launcher}' node_modules/.bin/plenary\n`;
  const npx = '#!/bin/sh\nexec "node_modules/.bin/$@"\n';
  for (const [name, script] of Object.entries({ npm, npx })) {
    writeFileSync(repository.file(`bin/${name}`), script);
    chmodSync(repository.file(`bin/${name}`), 0o755);
  }
}

/**
 * Runs the commands of a job until one fails; returns its exit code, and the standard output of
 * this program.
 */
async function runJob(name: string): Promise<Ended> {
  const [, job = ''] = new RegExp(`^  ${name}:\\n((?: {3,}.*\\n|\\n)+)`, 'm').exec(workflow) ?? [];
  const commands = [...job.matchAll(/^ {6}- run: (.*)$/gm)].map(([, command = '']) => command);
  await checkout();
  let stdout = '';
  for (const command of commands) {
    // The runner's default shell.
    writeFileSync(repository.file('step.sh'), command);
    const ended = await bash(['-e', repository.file('step.sh')]);
    if (command.includes('plenary')) stdout += ended.stdout;
    if (ended.exitCode !== 0) return { ...ended, stdout };
  }
  return { exitCode: 0, stdout };
}

type Ended = Omit<CommandResult, 'stderr'>;

async function bash(
  args: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  // Only the variables that the workflow reads from the repository's settings, so that a forgotten
  // one is missing here.
  const named = [...workflow.matchAll(/(PLENARY_\w+): \$\{\{ (?:vars|secrets)\.\1 \}\}/g)].map(
    ([, name = '']) => name,
  );
  const known: Readonly<Record<string, string | undefined>> = {
    ...service.env,
    PLENARY_TIMEZONE: 'Europe/Lisbon',
  };
  const { exitCode, stdout } = await runToEnd(['bash', ...args], {
    cwd: clone(''),
    env: {
      ...Object.fromEntries(named.map((name) => [name, known[name]])),
      PATH: `${repository.file('bin')}:${process.env.PATH}`,
      HOME: repository.path,
      RUNNER_TEMP: repository.path,
      GITHUB_STEP_SUMMARY: repository.file('summary.md'),
      ...own,
    },
  });
  return { exitCode, stdout };
}

async function placed(): Promise<readonly unknown[]> {
  return JSON.parse((await service.plenary(['sessions', 'list', '--all', '--json'])).stdout);
}
