// The steps of action.yml: runs Plenary on the program of a repository, and shows where a reviewer
// looks what it prints. Must not word or escape it.
//
//   node scripts/action.js PLENARY
//
// PLENARY is its script. Windows starts the command of npm, a batch file, only in a shell.
// The settings come from the environment, as GitHub passes them.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';

const { GITHUB_TOKEN, ...env } = process.env;
const [, , plenary] = process.argv;

/**
 * In bytes. GitHub's limit of a comment is 65,536 characters, and that of a job summary is a
 * megabyte.
 */
const longestComment = 60_000;
const longestSummary = 900_000;

/** Exit codes after which a message may name a flag or the token. */
const failures = [2, 3, 4, 6];

const aboutInputs =
  '\nIn the workflow, `--base`, `--create`, `--fail-on`, `--max-changes` and `--overwrite` are ' +
  'inputs of this action, and the token is the variable `PLENARY_TOKEN`.\n';

const noToken =
  'The variable `PLENARY_TOKEN` is empty, so nothing was sent.\n\n**Fix:** add a secret ' +
  '`PLENARY_TOKEN` in the settings of the repository, under Secrets and variables, Actions, and ' +
  'pass it to this action under `env`, as the example pull-request-comment.yml does.\n';

const leftOut = '\nThe rest is left out: it is too long for this place.\n';

/** Only this user's comments are replaced. Anyone can write a comment with our mark. */
const author = 'github-actions[bot]';

/** Of each command, the beginning of the line that marks its comment. */
const marks = { plan: 'plenary', apply: 'plenary apply' };

const command = env.INPUT_COMMAND;
const repository = `/repos/${env.GITHUB_REPOSITORY}`;
const { pull_request: pull } = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8'));
// The repository of a fork may be gone.
const isFork = pull !== undefined && pull.head.repo?.full_name !== env.GITHUB_REPOSITORY;
const isDependabot = env.GITHUB_ACTOR === 'dependabot[bot]';

const isUnmerged = pull !== undefined && pull.merged !== true;
const notBoolean = ['create', 'overwrite', 'comment'].find(
  (input) => !/^(true|false)$/.test(inputValue(input)),
);

if (!Object.hasOwn(marks, command)) refuse('command', '"plan" or "apply"');
else if (notBoolean !== undefined) refuse(notBoolean, '"true" or "false"');
else if (command === 'apply' && isUnmerged) {
  fail(
    'the command "apply" would apply the files of a pull request that is not merged; run it when ' +
      'commits are pushed to the main branch, as the example pull-request-comment.yml does',
  );
} else if (pull !== undefined && (isFork || isDependabot) && !env.PLENARY_TOKEN) {
  const text =
    '## No plan\n\nA pull request from a fork or from Dependabot has no access to the token of ' +
    'the service. To see what it changes, push its commits to a branch of this repository.\n';
  summarize({ text, note: '' });
} else if (!env.PLENARY_TOKEN?.trim()) {
  process.exitCode = 4;
  await show({ text: `## Error\n\n${noToken}`, note: '' });
} else await show(await run());

/** Shows it in the job summary, and in a comment of the pull request. */
async function show(printed) {
  summarize(printed);
  // The token of a fork's pull request cannot comment.
  if (isFork || env.INPUT_COMMENT !== 'true') return;
  try {
    const number = pull?.number ?? (command === 'apply' ? await mergedPull() : undefined);
    if (number !== undefined) await comment(number, printed);
  } catch (error) {
    // The cause of "fetch failed" is why.
    const reason = inOneLine(error.cause?.message ?? error.message);
    process.stdout.write(
      `::warning::The comment could not be written: ${reason}. The job summary has the same ` +
        'text. To write the comment, run the job again.\n',
    );
  }
}

/**
 * Runs the command, whose exit code becomes that of this step. Its messages go to the log. A line
 * there that looks like a command to GitHub is none. Returns what it prints, and a note that is
 * shown below it, however much of the text is left out.
 */
async function run() {
  const mark = randomUUID();
  process.stdout.write(`::stop-commands::${mark}\n`);
  try {
    const child = spawn(process.execPath, [plenary, ...plenaryArguments()], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text;
    });
    const exitCode = await new Promise((resolve, reject) => {
      child.on('error', reject).on('close', (code) => resolve(code ?? 1));
    });
    process.exitCode = exitCode;
    const nothing = `## Error\n\nPlenary ended with exit code ${exitCode}, and printed nothing.\n`;
    return {
      text: stdout === '' ? nothing : stdout,
      note: failures.includes(exitCode) ? aboutInputs : '',
    };
  } finally {
    process.stdout.write(`::${mark}::\n`);
  }
}

/** The same ones for a plan and an apply: what one refuses, the other refuses as well. */
function plenaryArguments() {
  const flags = ['--summary', 'markdown'];
  if (env.INPUT_CREATE === 'true') flags.push('--create');
  if (env.INPUT_MAX_CHANGES) flags.push('--max-changes', env.INPUT_MAX_CHANGES);
  if (env.INPUT_FAIL_ON) flags.push('--fail-on', env.INPUT_FAIL_ON);
  if (env.INPUT_OVERWRITE === 'true') flags.push('--overwrite');
  if (env.INPUT_BASE) flags.push('--base', env.INPUT_BASE);
  return ['program', command, ...flags, '--', env.INPUT_FOLDER];
}

function summarize({ text, note }) {
  appendFileSync(env.GITHUB_STEP_SUMMARY, `${cut(text, longestSummary)}${note}`);
}

/** The pull request that brought the commit into its branch; undefined for another commit. */
async function mergedPull() {
  const pulls = await github('GET', `${repository}/commits/${env.GITHUB_SHA}/pulls`);
  return pulls.find((each) => each.merged_at !== null)?.number;
}

/**
 * Replaces the comment of an earlier run, so that a pull request has one plan and one apply of each
 * folder.
 */
async function comment(number, { text, note }) {
  const mark = `<!-- ${marks[command]}: ${encodeURIComponent(env.INPUT_FOLDER)} -->`;
  const body = JSON.stringify({ body: `${mark}\n${cut(text, longestComment)}${note}` });
  const comments = `${repository}/issues/${number}/comments`;
  const ours = [];
  for (let page = 1, read = 100; read === 100; page++) {
    const list = await github('GET', `${comments}?per_page=100&page=${page}`);
    read = list.length;
    ours.push(...list.filter((each) => each.user?.login === author && each.body?.startsWith(mark)));
  }
  const [first, ...others] = ours;
  if (first === undefined) await github('POST', comments, body);
  else await github('PATCH', `${repository}/issues/comments/${first.id}`, body);
  // Two runs at once may both have found none.
  for (const { id } of others) await github('DELETE', `${repository}/issues/comments/${id}`);
}

async function github(method, path, body) {
  const response = await fetch(`${env.GITHUB_API_URL}${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${GITHUB_TOKEN}`,
      'content-type': 'application/json',
      'x-github-api-version': '2022-11-28',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status === 403)
    throw new Error('GitHub refused it (403); give the job the permission pull-requests: write');
  if (!response.ok) throw new Error(`GitHub responded with ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

/** The whole lines that fit, in bytes. What is folded ends before the note, which is to be seen. */
function cut(text, length) {
  const bytes = Buffer.from(text);
  if (bytes.length <= length) return text;
  const lines = bytes.subarray(0, bytes.lastIndexOf('\n', length) + 1).toString();
  const isFolded = lines.lastIndexOf('<details>') > lines.lastIndexOf('</details>');
  return `${lines}${isFolded ? '\n</details>\n' : ''}${leftOut}`;
}

function inOneLine(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function refuse(input, values) {
  fail(`the input "${input}" is "${inputValue(input)}"; it can be ${values}`);
}

function inputValue(input) {
  return env[`INPUT_${input.toUpperCase()}`];
}

function fail(message) {
  process.stdout.write(`::error::${inOneLine(message)}\n`);
  process.exitCode = 2;
}
