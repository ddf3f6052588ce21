// Judges what a command did in one cell of the table of faults, by what must hold whatever the
// fault: time, records, claims, exit code, message, secrets. Its only expected values are those of
// the table.
import { type Evidence, lineOf, type Run, retries, timeoutMs, token } from './fault-cell.ts';
import { errorOf } from './program.ts';

/** Each objection is a sentence; none if all is well. */
export function judge(evidence: Evidence): readonly string[] {
  const { command, fault, lasting, struck, again } = evidence;
  const expected = fault[command][lasting];
  const objections = [
    ...judgeTime(evidence),
    ...judgeRecords(evidence, struck),
    ...(struck.exitCode === expected
      ? judgeMessage(evidence)
      : [`the exit code is ${struck.exitCode}, not ${expected}: ${struck.stderr}`]),
    ...(command === 'list' ? judgeList(evidence) : judgeClaim(evidence)),
    ...(again === undefined ? [] : judgeAgain(evidence, again)),
  ];
  if ([struck, again].some((run) => `${run?.stdout}${run?.stderr}`.includes(token))) {
    objections.push('an output contains the token');
  }
  return objections;
}

/** How many of the speakers that were to be created the service has. */
function createdIn({ wanted }: Evidence, { held }: Run): number {
  return wanted.filter((line) => held.includes(line)).length;
}

/**
 * The longest that a command may take: each request all its attempts and backoffs (README,
 * `--timeout` and `--retries`), and after a lost write the time limit, with a lookup before and
 * after it, once for each time that the write is sent.
 */
function judgeTime({ wanted, tookMs }: Evidence): readonly string[] {
  const requestMs = timeoutMs * (retries + 1) + 250 * (2 ** retries - 1);
  const longest = (retries + 1) * (wanted.length * requestMs + timeoutMs + 2 * requestMs);
  return tookMs <= longest ? [] : [`it took ${tookMs} ms, and may take ${longest}`];
}

/** Nothing is lost, written twice, or written without having been asked for. */
function judgeRecords({ before, wanted }: Evidence, { held }: Run): readonly string[] {
  const created = held.slice(before.length);
  return [
    ...before.filter((line, at) => held[at] !== line).map((line) => `the service lacks ${line}`),
    ...created
      .filter((line, at) => !wanted.includes(line) || created.indexOf(line) < at)
      .map((line) => `the service holds what was not asked for, or twice: ${line}`),
  ];
}

/** A message says what failed, and what to do unless the service gives the reason. */
function judgeMessage({ command, fault, struck }: Evidence): readonly string[] {
  if (struck.exitCode === 0) return [];
  const { message, fix = '', next, status = 0 } = errorOf(struck);
  return [
    ...(message === '' || (fix === '' && next.length === 0 && (status < 400 || status > 499))
      ? [`the error has no fix: ${message}`]
      : []),
    ...(command === 'list' && !message.includes(fault.reason)
      ? [`the message lacks "${fault.reason}": ${message}`]
      : []),
    ...(/undefined|\[object|\n\s+at /.test(message + fix)
      ? [`the message is not for people: ${message}`]
      : []),
  ];
}

/** A list is printed while it is read: one that fails is cut, and no JSON. */
function judgeList({ before, struck: { exitCode, stdout } }: Evidence): readonly string[] {
  const printed: unknown = parsed(stdout);
  if (exitCode !== 0)
    return printed === undefined ? [] : ['a list that failed can be taken for a whole one'];
  const lines = Array.isArray(printed) ? printed.map(lineOf) : [];
  return lines.join() === before.join() ? [] : [`a list with exit code 0 shows ${lines}`];
}

/**
 * What is reported as created is there; what is reported as not created is not; of what is reported
 * as unknown, either.
 */
function judgeClaim(evidence: Evidence): readonly string[] {
  const { command, struck } = evidence;
  const [least, most] = command === 'create' ? claimOfOne(struck) : claimOfRows(struck);
  const holds = createdIn(evidence, struck);
  return holds >= least && holds <= most
    ? []
    : [`it reports ${least} to ${most} speakers as created, and the service holds ${holds}`];
}

type Claim = readonly [least: number, most: number];

function claimOfOne(struck: Run): Claim {
  if (struck.exitCode === 0) return [1, 1];
  return errorOf(struck).code === 'outcome_unknown' ? [0, 1] : [0, 0];
}

/** Of the report that an import prints. */
function claimOfRows({ stdout }: Run): Claim {
  const { created, unknown } = JSON.parse(stdout).counts;
  return [created, created + unknown];
}

/**
 * Without the fault, the command completes its work. A single creation that took effect is refused
 * as a duplicate.
 */
function judgeAgain(evidence: Evidence, again: Run): readonly string[] {
  const { command, wanted, struck } = evidence;
  const expected = command === 'create' && createdIn(evidence, struck) === 1 ? 6 : 0;
  return [
    ...judgeRecords(evidence, again),
    ...(again.exitCode === expected
      ? []
      : [`without the fault, it ends with ${again.exitCode}: ${again.stderr}`]),
    ...(createdIn(evidence, again) === wanted.length
      ? []
      : ['without the fault, it does not complete the work']),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
