// Finds the run that a command names, and what it has written; and compares the service and the
// event of a run with those that are set.
import { stat } from 'node:fs/promises';
import { linesText, plural } from '../../../contract/amount.ts';
import { shellWord } from '../../../contract/escape.ts';
import { JournalError, UsageError } from '../../../errors.ts';
import { limitHeapFor } from '../../../heap-limit.ts';
import { partsOf, type RunHeader } from '../../../runs/entry.ts';
import type { RunSummary, Runs } from '../../../runs/folder.ts';
import { effectsOf, type RunEffects, readHistory } from '../../../runs/history.ts';
import type { Context } from '../../context.ts';
import { addressOf, savedRuns } from '../../review/sending.ts';

export interface RunArgument {
  /** The name of a run. */
  readonly run: string;
}

/**
 * The run with this name.
 * @throws {NotFoundError} if no run has this name
 * @throws {UsageError} if the settings specify another base URL
 */
export async function findRun(context: Context, name: string): Promise<RunSummary> {
  const run = await savedRuns(context.io).find(name);
  await checkService(context, run.header);
  return run;
}

/** @throws {UsageError} if the settings specify another base URL */
export async function checkService(context: Context, { run, baseUrl }: RunHeader): Promise<void> {
  const now = await addressOf(context);
  if (now === baseUrl) return;
  throw new UsageError(`run ${run} sends to ${baseUrl}, but the base URL is ${now}`, {
    fix: `pass --base-url ${shellWord(baseUrl)}, with a token for that service`,
  });
}

/** The event of the settings. @throws {UsageError} if none is set */
export async function targetOf(context: Context) {
  return { baseUrl: await addressOf(context), event: await context.requiredEvent() };
}

/** Whether a run has sent to this event. Two services may have events with the same id. */
export function isOn(
  { baseUrl, event }: Pick<RunHeader, 'baseUrl' | 'event'>,
  header: RunHeader,
): boolean {
  return header.baseUrl === baseUrl && header.event === event;
}

/** What a run has written to one resource. */
export interface WrittenPart {
  readonly resource: string;
  readonly written: RunEffects;
}

/**
 * What the journal of a run says.
 * @returns `parts` has one for each kind of records; `damage` is what is wrong with the journal,
 *   undefined if it is whole
 */
export async function readWritten(
  { header }: Pick<RunSummary, 'header'>,
  runs: Pick<Runs, 'folder'>,
) {
  const folder = runs.folder(header.run);
  limitHeapFor((await stat(folder.journalPath)).size);
  const history = await readHistory(folder);
  const parts = partsOf(header).map((part): WrittenPart => {
    return { resource: part.resource, written: effectsOf(history, part) };
  });
  const { damagedLines: lines } = history;
  const damage =
    lines.length === 0
      ? undefined
      : `${linesText(lines)} of ${folder.journalPath} ${plural(lines.length, 'is', 'are')} damaged`;
  return { parts, damage };
}

/** The error after a command has done the rest. */
export function damagedJournal(damage: string, rest: string): JournalError {
  return new JournalError(`${damage}: ${rest}`, {
    fix: 'compare the rows of the run with the records of the service yourself',
  });
}
