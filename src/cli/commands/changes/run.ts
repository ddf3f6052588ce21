// Owns `speakers plan` and `apply`, and those of submissions, from the flags to the exit code. Must not word the plan.
import { hash } from 'node:crypto';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { ChangesPendingError, InvalidInputError, UsageError } from '../../../errors.ts';
import { changesOfPlan, readRecordPlan } from '../../../import/saved-plan.ts';
import type { Context } from '../../context.ts';
import { fileFlags, type RunFlags } from '../../flag-sets.ts';
import { refuseFlags } from '../../flags.ts';
import { readText } from '../../json-input.ts';
import { columnMapper } from '../../mapping/columns.ts';
import { openRows } from '../../row-source.ts';
import { isSavedPlan, noticeSavedPlan, openPlan, refuseOtherTarget } from '../../saved-plan-file.ts';
import { usingSinks } from '../../sinks.ts';
import { readWhole, usingSink } from '../../user-files.ts';
import { type ImportTask, performImport } from '../import/run.ts';
import type { ChangeFlags, PlanFlags } from '../records/flags.ts';
import { addressOf } from '../sending.ts';
import { recordReviewer } from './report.ts';

/** Prints the plan first. @throws {PlenaryError} for rows that cannot be applied */
export async function planRecords(
  endpoint: Endpoint,
  context: Context<ChangeFlags & PlanFlags>,
  { file: path }: FileArgument,
): Promise<void> {
  const { flags } = context;
  const changes = await usingSink(await openPlan(context.io, flags.out, path), (out) =>
    run(endpoint, context, { path, dryRun: true, out: out?.write }),
  );
  await noticeSavedPlan(context, endpoint.resource);
  if (flags.detailedExitcode && changes > 0) throw new ChangesPendingError('changes pending');
}

/** @throws {PlenaryError} before anything is sent, if rows cannot be applied; afterwards, if something was not done */
export async function applyRecords(
  endpoint: Endpoint,
  context: Context<ChangeFlags & RunFlags>,
  { file: path }: FileArgument,
): Promise<void> {
  await run(endpoint, context, { path, dryRun: false });
}

interface FileArgument {
  readonly file: string;
}

interface RunOptions {
  readonly path: string;
  readonly dryRun: boolean;
  /** Receives the plan as JSON. */
  readonly out?: ((text: Iterable<string>) => Promise<void>) | undefined;
}

/** @returns how many changes the plan has */
async function run(
  endpoint: Endpoint,
  context: Context<ChangeFlags & Partial<RunFlags>>,
  { path, dryRun, out }: RunOptions,
): Promise<number> {
  const { flags } = context;
  const target = { event: await context.required('event'), baseUrl: await addressOf(context) };
  const isSaved = await isSavedPlan(path);
  const review = recordReviewer(context, {
    ...{ endpoint, dryRun, isSaved, out },
    file: path,
    ...target,
    maxChanges: flags.maxChanges,
  });
  const rows = isSaved ? await planRows(endpoint, context, { ...target, path }) : undefined;
  await usingSinks(context, path, async (sinks) => {
    const task: ImportTask = {
      ...(rows ?? (await fileRows(endpoint, context, path))),
      ...target,
      endpoint,
      matching: 'record',
      checksStatuses: !isSaved,
      allowsNewStatus: flags.allowNewValue === true,
      skipInvalid: flags.allowPartial,
      dryRun,
    };
    await performImport(context, sinks, task, review);
  });
  return review.changes();
}

type Rows = Pick<ImportTask, 'source' | 'map' | 'mapColumns' | 'hasBase' | 'statusMap' | 'feedbackTemplate' | 'empty'>;

async function fileRows({ resource }: Endpoint, context: Context<ChangeFlags>, path: string): Promise<Rows> {
  const { flags } = context;
  const { feedbackTemplate } = flags;
  const statusMap = resource === 'submissions' ? Object.fromEntries(flags.statusMap ?? []) : undefined;
  return {
    source: await openRows(context, path, resource === 'speakers' ? 'speakers' : 'submissions'),
    map: flags.map,
    mapColumns: columnMapper(context),
    empty: flags.empty,
    statusMap,
    feedbackTemplate:
      feedbackTemplate === undefined
        ? undefined
        : { file: feedbackTemplate, text: await readText(context.io, feedbackTemplate) },
  };
}

/** A saved plan. @throws {UsageError} if it is for other records, another service or event, and for flags that it cannot use */
async function planRows(
  endpoint: Endpoint,
  context: Context<ChangeFlags>,
  { path, ...target }: Readonly<Record<'path' | 'event' | 'baseUrl', string>>,
): Promise<Rows> {
  const { resource } = endpoint;
  refuseFlags(context.typed, fileFlags, `${path} is a saved plan, which is applied unchanged`);
  const bytes = await readWhole(context.io, path);
  const plan = readRecordPlan(new TextDecoder().decode(bytes), path);
  if (plan.resource !== resource) {
    throw new UsageError(`${path} is a plan of ${plan.resource}, not of ${resource}`);
  }
  refuseOtherTarget(path, plan, target);
  if (plan.refusal !== undefined && !context.flags.allowPartial) {
    throw new InvalidInputError(`${path} is a plan with faults: ${plan.refusal}`, {
      fix: 'fix the rows and create the plan again, or pass --allow-partial to apply the others',
    });
  }
  const sha256 = hash('sha256', bytes);
  return changesOfPlan(endpoint, plan, sha256);
}
