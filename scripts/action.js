// The steps of action.yml: runs Plenary on the program of a repository, and shows the plan where a
// reviewer looks.
//
//   node scripts/action.js PLENARY
//
// PLENARY is its script. Windows starts the command of npm, a batch file, only in a shell.
// The settings come from the environment, as GitHub passes them. Titles and names in a plan were
// written by strangers.
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

const leftOut = '\nThe rest is left out: it is too long for this place.\n';

/** Only this user's comments are replaced. Anyone can write a comment with our mark. */
const author = 'github-actions[bot]';

const command = env.INPUT_COMMAND;
const files = [...(env.INPUT_BASE ? ['--base', env.INPUT_BASE] : []), '--', env.INPUT_FOLDER];
if (command === 'plan') await plan();
else if (command === 'apply') await apply();
else fail(`the input "command" is "${command}"; it can be "plan" or "apply"`);

async function plan() {
  const pull = JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).pull_request;
  // The repository of a fork may be gone.
  const isFork = pull !== undefined && pull.head.repo?.full_name !== env.GITHUB_REPOSITORY;
  if (isFork && !env.PLENARY_TOKEN) {
    return summarize(
      '## No plan\n\nA pull request from a fork has no access to the token of the service.\n',
    );
  }
  const { exitCode, stdout } = await run('program', 'plan', '--summary', 'markdown', ...files);
  process.exitCode = exitCode;
  const failure =
    `## No plan\n\nPlenary ended with exit code ${exitCode}. The log of the job has the ` +
    'reason.\n';
  const text = withoutMentions(stdout === '' ? failure : stdout);
  summarize(text);
  if (pull === undefined || isFork || env.INPUT_COMMENT !== 'true') return;
  try {
    await comment(pull.number, text);
  } catch (error) {
    process.stdout.write(
      `::warning::The comment could not be written: ${inOneLine(error.message)}\n`,
    );
  }
}

async function apply() {
  const { exitCode, stdout } = await run('program', 'apply', ...files);
  process.exitCode = exitCode;
  // A block of code that no text inside of it can end.
  const [longest = ''] = (stdout.match(/`+/g) ?? []).sort((a, b) => b.length - a.length);
  const fence = '`'.repeat(Math.max(3, longest.length + 1));
  const end = exitCode === 0 ? 'Applied' : `Ended with exit code ${exitCode}`;
  const output = stdout === '' ? 'nothing to change\n' : stdout;
  const [before, after] = [`## ${end}\n\n${fence}text\n`, `${fence}\n`];
  const room = longestSummary - Buffer.byteLength(before + after + leftOut);
  summarize(`${before}${cut(output, room)}${after}`);
}

/** Its messages go to the log. A line there that looks like a command to GitHub is none. */
async function run(...args) {
  const mark = randomUUID();
  process.stdout.write(`::stop-commands::${mark}\n`);
  try {
    const child = spawn(process.execPath, [plenary, ...args], {
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
    return { exitCode, stdout };
  } finally {
    process.stdout.write(`::${mark}::\n`);
  }
}

function summarize(text) {
  appendFileSync(env.GITHUB_STEP_SUMMARY, cut(text, longestSummary));
}

/** Replaces the comment of an earlier run, so that a pull request has one for each folder. */
async function comment(pull, text) {
  const mark = `<!-- plenary: ${encodeURIComponent(env.INPUT_FOLDER)} -->`;
  const body = JSON.stringify({ body: `${mark}\n${cut(text, longestComment)}` });
  const comments = `/repos/${env.GITHUB_REPOSITORY}/issues/comments`;
  const ours = [];
  for (let page = 1, read = 100; read === 100; page++) {
    const list = await github(
      'GET',
      `/repos/${env.GITHUB_REPOSITORY}/issues/${pull}/comments?per_page=100&page=${page}`,
    );
    read = list.length;
    ours.push(...list.filter((each) => each.user?.login === author && each.body?.startsWith(mark)));
  }
  const [first, ...others] = ours;
  if (first === undefined)
    await github('POST', `/repos/${env.GITHUB_REPOSITORY}/issues/${pull}/comments`, body);
  else await github('PATCH', `${comments}/${first.id}`, body);
  // Two runs at once may both have found none.
  for (const { id } of others) await github('DELETE', `${comments}/${id}`);
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

/**
 * GitHub notifies each user that a text mentions. A space without width is invisible, and ends a
 * mention.
 */
function withoutMentions(text) {
  return text.replace(/(?<!\w)@(?=\w)/g, '@\u200b');
}

/** The whole lines that fit, in bytes. */
function cut(text, length) {
  const bytes = Buffer.from(text);
  if (bytes.length <= length) return text;
  const lines = bytes.subarray(0, bytes.lastIndexOf('\n', length) + 1).toString();
  return `${lines}${leftOut}`;
}

function inOneLine(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function fail(message) {
  process.stdout.write(`::error::${inOneLine(message)}\n`);
  process.exitCode = 2;
}
