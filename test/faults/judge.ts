// Judges what a command did in one cell, by what must hold whatever the fault: time, what the service holds, what was reported,
// exit code, message, secrets. Its only expected values are those of the table of faults.
import { type Evidence, type Lasting, type Run, retries, timeoutOf } from './cell.ts';

/** Each objection is a sentence; none if all is well. */
export function judge(evidence: Evidence): readonly string[] {
  const { cell, struck, again, token, astray } = evidence;
  const objections = [
    ...judgeTime(evidence),
    ...judgeRecords(evidence, struck, 'with the fault'),
    ...judgeRecords(evidence, again, 'without it'),
    ...(cell.kind.class === 'reads' ? judgeReading(evidence) : judgeClaim(evidence)),
    ...judgeEnd(evidence),
    ...judgeAgain(evidence),
    ...(cell.kind.isStreamed && struck.exitCode !== 0 ? [] : judgeOutput(struck)),
    ...judgeOutput(again),
  ];
  const outputs = JSON.stringify([struck, again].map(({ stdout, stderr, written }) => [stdout, stderr, written]));
  if (outputs.includes(token)) objections.push('an output contains the token');
  if (astray > 0) objections.push('another service got a request');
  return objections;
}

/** A message names what failed; a command that ends with an error says what to do. */
export interface ReportedError {
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
  readonly next: readonly unknown[];
}

export function errorIn({ exitCode, stderr }: Run): ReportedError | undefined {
  return exitCode === 0 ? undefined : JSON.parse(stderr.trim().split('\n').at(-1) ?? '').error;
}

/** How many of its changes the service holds. */
export function changesHeld({ cell: { kind } }: Evidence, { held }: Run): number {
  return kind.changes.filter(([, after]) => held.includes(after)).length;
}

function expectedCode({ fault, kind, lasting }: Evidence['cell']): number {
  if (kind.class === 'reads') return fault.codes.reads[lasting === 'passes' ? 0 : 1];
  return fault.codes[kind.class][places[lasting]];
}

const places = { passes: 0, writes: 1, all: 2 } as const satisfies Record<Lasting, number>;

/** A busy machine may take this much longer; the slowest fault would take minutes. Milliseconds. */
const slackMs = 30_000;

/**
 * The longest that a command may take: each request all its attempts and backoffs (README, `--timeout` and `--retries`), and
 * after a lost write the time limit, with a lookup before and after it, once for each time that the write is sent.
 */
function longestMs({ fault, kind }: Evidence['cell']): number {
  const timeoutMs = timeoutOf(fault);
  const backoffsMs = 250 * (2 ** retries - 1);
  const requestMs = timeoutMs * (retries + 1) + backoffsMs;
  if (kind.class === 'reads') return requestMs;
  // A change of several is sent once more than a creation.
  return (retries + 2) * (kind.changes.length * requestMs + timeoutMs + 2 * requestMs);
}

function judgeTime({ cell, tookMs }: Evidence): readonly string[] {
  const longest = longestMs(cell);
  return tookMs <= longest + slackMs ? [] : [`it took ${tookMs} ms, and may take ${longest}`];
}

/** Nothing is written twice, and nothing but what the command was to write. */
function judgeRecords({ before, cell: { kind } }: Evidence, { held }: Run, when: string): readonly string[] {
  const left = [...held];
  const take = (line: string | undefined) => {
    const at = line === undefined ? -1 : left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const lost: string[] = [];
  for (const [old, changed] of kind.changes) {
    if (!take(changed) && old !== undefined && !take(old)) lost.push(old);
  }
  const changing = kind.changes.map(([old]) => old);
  for (const line of before) if (!changing.includes(line) && !take(line)) lost.push(line);
  return [
    ...left.map((line) => `${when}, the service holds what was not asked for, or twice: ${line}`),
    ...lost.map((line) => `${when}, the service lacks ${line}`),
  ];
}

/** A reader prints everything, or nothing. A list is printed while it is read: one that fails is cut, and no JSON. */
function judgeReading({ struck, again, cell: { kind } }: Evidence): readonly string[] {
  const isFolder = kind.name === 'pull';
  if (kind.isStreamed && struck.exitCode !== 0) {
    const isCut = again.stdout.startsWith(struck.stdout) && (struck.stdout === '' || !isJson(struck.stdout));
    return isCut ? [] : ['a list that failed can be taken for a whole one'];
  }
  const [found, whole] = isFolder
    ? [JSON.stringify(struck.written), JSON.stringify(again.written)]
    : [struck.stdout, again.stdout];
  if (struck.exitCode === 0) return found === whole && found !== '' ? [] : ['a success has not printed what is there'];
  return found === (isFolder ? '{}' : '') ? [] : ['a failure has printed or written something'];
}

/** What is reported as done is there; what is reported as not done is not; of what is reported as unknown, either. */
function judgeClaim(evidence: Evidence): readonly string[] {
  const claim = claimOf(evidence);
  if (claim === undefined) return ['it does not report what was done'];
  const holds = changesHeld(evidence, evidence.struck);
  const [least, most] = claim;
  return holds >= least && holds <= most
    ? []
    : [`it reports ${least} to ${most} changes, and the service holds ${holds}`];
}

type Claim = readonly [least: number, most: number];

function claimOf({ struck, cell: { kind } }: Evidence): Claim | undefined {
  if (kind.class === 'creations' || kind.class === 'changes') return countsIn(struck);
  if (struck.exitCode === 0) return [1, 1];
  const { code = '', message = '' } = errorIn(struck) ?? {};
  // A change that is repeated in vain is reported with its last failure: nothing confirms it, and nothing denies it.
  const isUnconfirmed = kind.class === 'change' && /^(no response from|the service failed)/.test(message);
  return code === 'outcome_unknown' || isUnconfirmed ? [0, 1] : [0, 0];
}

/** Of the report that a command of several changes prints. */
function countsIn({ stdout, stderr, exitCode }: Run): Claim | undefined {
  if (stdout === '') return exitCode !== 0 && stderr.includes('"error"') ? [0, 0] : undefined;
  const report = JSON.parse(stdout);
  const counts = 'applied' in report ? report.applied.submissions.counts : report.counts;
  const done = counts.created + counts.updated;
  return [done, done + counts.unknown];
}

/** The exit code that follows from the fault, and a message that says what failed and what to do. */
function judgeEnd({ cell, struck }: Evidence): readonly string[] {
  const { fault, kind } = cell;
  const expected = expectedCode(cell);
  if (struck.exitCode !== expected) return [`the exit code is ${struck.exitCode}, not ${expected}: ${struck.stderr}`];
  const error = errorIn(struck);
  if (error === undefined) return [];
  const { message, fix = '', next } = error;
  return [
    ...(message === '' || (fix === '' && next.length === 0) ? [`the error has no fix: ${message}`] : []),
    ...(kind.class === 'reads' && !message.includes(fault.reason)
      ? [`the message lacks "${fault.reason}": ${message}`]
      : []),
    ...(/undefined|\[object|\n\s+at /.test(message + fix) ? [`the message is not for people: ${message}`] : []),
  ];
}

/** Without the fault, the command completes its work. A creation that took effect is refused as a duplicate. */
function judgeAgain(evidence: Evidence): readonly string[] {
  const {
    again,
    struck,
    cell: { kind },
  } = evidence;
  const exists = kind.class === 'creation' && changesHeld(evidence, struck) === 1;
  const expected = exists ? 6 : 0;
  return [
    ...(again.exitCode === expected ? [] : [`without the fault, it ends with ${again.exitCode}: ${again.stderr}`]),
    ...(changesHeld(evidence, again) === kind.changes.length
      ? []
      : ['without the fault, it does not complete the work']),
  ];
}

/** Data is JSON, or there is none. */
function judgeOutput({ stdout }: Run): readonly string[] {
  return stdout === '' || isJson(stdout) ? [] : [`stdout is not JSON: ${stdout}`];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
