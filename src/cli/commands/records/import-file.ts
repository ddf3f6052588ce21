// Owns the commands for a file of speakers or submissions, `import`, `plan` and `apply`, from the
// flags to the exit code.
import { readStatusMap } from '../../../columns/status-words.ts';
import type { Endpoint, RecordResource } from '../../../contract/endpoint.ts';
import type { FileSource } from '../../../files/source.ts';
import type { RowSource } from '../../../files/table.ts';
import { importTask } from '../../../import/import.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { RecordsPart } from '../../../import/records-part.ts';
import type { EventRun } from '../../../plans/event-run.ts';
import { savedFolder } from '../../../plans/run-header.ts';
import { columnMapper } from '../../column-mapper.ts';
import type { Context } from '../../context.ts';
import { dryRunFlags, type PlanFlags, type RunFlags } from '../../flag-sets.ts';
import type { Some } from '../../flags.ts';
import { folderStatusWords, type NamedFile, usualMapping } from '../../folder-words.ts';
import { readText } from '../../json-input.ts';
import { folderOfRun, pullApplied, sentBy } from '../../program-folder.ts';
import { applyChanges, type BulkTask, planChanges } from '../../review/cycle.ts';
import type { PlanLimits } from '../../review/errors.ts';
import { isSavedPlan } from '../../review/saved-plan.ts';
import { addressOf } from '../../review/sending.ts';
import { openRows } from '../../row-source.ts';
import { type Sinks, usingSinks } from '../../user-files.ts';
import { type ChangeFlags, fileFlags, type ImportFlags } from './file-flags.ts';
import { hasMore, noticeExisting, planCommand } from './left-alone.ts';
import { readSubmitters } from './submitters.ts';

/**
 * @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been
 *   printed by then
 */
export async function importFile(
  endpoint: Endpoint,
  context: Context<ImportFlags>,
  { file: path }: { readonly file: string },
): Promise<void> {
  const { dryRun, skipInvalid } = context.flags;
  const kind = kindOf(endpoint);
  const limits = { failOn: 'never', allowPartial: skipInvalid } as const;
  if (await isSavedPlan(context, path)) {
    const command = { group: kind, verb: 'import' } as const;
    const ofDryRun = [...Object.keys(dryRunFlags), 'out'];
    const unused = [...fileFlags, 'layout', 'listLimit', ...ofDryRun, ...rowReportFlags];
    const { applySavedPlan } = await import('../../review/apply-saved-plan.ts');
    // Records that exist by now are left alone.
    return applySavedPlan(context, path, { command, fileFlags: unused, limits });
  }
  await usingSinks(context, [path], async (sinks) => {
    const open = async () => {
      const source = await openRows(context, path, kind);
      const kindOptions =
        kind === 'submissions'
          ? await talkOptions(context, source)
          : await statusOptions(context, { kind, path });
      const rows = { source, ...kindOptions, path };
      return fileTask(endpoint, context, sinks, { verb: 'import', limits, rows });
    };
    return dryRun ? planChanges(context, [path], open) : applyChanges(context, open);
  });
}

/** Flags about single rows, which a saved plan does not have. */
const rowReportFlags = ['rejects', 'results', 'maxErrors'];

/** The kind of the records that an endpoint creates, if these can be imported. */
function kindOf({ resource }: Endpoint): RecordResource {
  return resource === 'submissions' ? 'submissions' : 'speakers';
}

/**
 * What only an import of submissions has: their submitters, and the talks of a schedule that is a
 * grid.
 */
async function talkOptions(context: Context<ImportFlags>, source: FileSource) {
  const { listLimit, allowNewValue, oneRowPer } = context.flags;
  const submitters = await readSubmitters(context);
  const { readGridTalks } = await import('./grid-talks.ts');
  return {
    oneRowPer,
    ...submitters,
    ...(await readGridTalks(context, source, submitters.submitters)),
    ignoresListLimit: listLimit === false,
    allowsNewValues: allowNewValue,
  };
}

/** Prints the plan first. @throws {PlenaryError} for rows that cannot be applied */
export async function planRecords(
  endpoint: Endpoint,
  context: Context<ChangeFlags & PlanFlags>,
  { file }: { readonly file: string },
): Promise<void> {
  await planChanges(context, [file], () => changeTask(endpoint, context, file, 'plan', {}));
}

/**
 * @throws {PlenaryError} before anything is sent, if rows cannot be applied; afterwards, if
 *   something was not done
 */
export async function applyRecords(
  endpoint: Endpoint,
  context: Context<ChangeFlags & RunFlags>,
  { file }: { readonly file: string },
): Promise<void> {
  if (await isSavedPlan(context, file)) {
    const command = { group: endpoint.resource, verb: 'apply' } as const;
    const unused = [...fileFlags, ...rowReportFlags];
    const limits = changeLimits(context);
    const { applySavedPlan } = await import('../../review/apply-saved-plan.ts');
    return applySavedPlan(context, file, { command, fileFlags: unused, limits });
  }
  await usingSinks(context, [file], async (sinks) => {
    await applyChanges(context, () => changeTask(endpoint, context, file, 'apply', sinks));
  });
}

async function changeTask(
  endpoint: Endpoint,
  context: Context<ChangeFlags & Partial<RunFlags>>,
  path: string,
  verb: 'plan' | 'apply',
  sinks: Sinks,
): Promise<BulkTask> {
  const { flags, io } = context;
  const { empty, feedbackTemplate: file } = flags;
  const kind = kindOf(endpoint);
  const rows = {
    source: await openRows(context, path, kind),
    path,
    matching: 'record' as const,
    empty,
    ...(await statusOptions(context, { kind, path })),
    feedbackTemplate: file === undefined ? undefined : { file, text: await readText(io, file) },
  };
  return fileTask(endpoint, context, sinks, { verb, limits: changeLimits(context), rows });
}

function changeLimits({ flags }: Context<ChangeFlags>): PlanLimits {
  const { allowPartial, maxChanges } = flags;
  return { failOn: 'never', allowPartial, maxChanges };
}

/** How statuses are read and checked. */
async function statusOptions(
  context: Context<Pick<ImportFlags, 'statusMap' | 'allowNewValue'>>,
  file: NamedFile,
) {
  const { statusMap = [], allowNewValue } = context.flags;
  return {
    checksStatuses: true,
    allowsNewValues: allowNewValue === true,
    statusMap: readStatusMap(await folderStatusWords(context, statusMap, file)),
  };
}

/** What differs between the tasks of a file. */
interface FileTerms {
  readonly verb: 'import' | 'plan' | 'apply';
  readonly limits: PlanLimits;
  readonly rows: Partial<ImportOptions> & {
    readonly source: RowSource;
    /** `-` is standard input. */
    readonly path: string;
  };
}

async function fileTask(
  endpoint: Endpoint,
  context: Context<Some<RunFlags> & Some<ChangeFlags>>,
  sinks: Sinks,
  { verb, limits, rows: { path, ...rows } }: FileTerms,
): Promise<BulkTask> {
  const { resource } = endpoint;
  const { map = [], maxErrors = anyNumber } = context.flags;
  const kind = kindOf(endpoint);
  const event = await context.requiredEvent();
  const baseUrl = await addressOf(context);
  const timeZone = (await context.setting('timezone')).value;
  const options = {
    folder: await folderOfRun(context),
    map,
    usualMap: await usualMapping(context, { kind, path }),
    maxErrors,
    mapColumns: columnMapper(context),
    skipInvalid: limits.allowPartial,
    ...rows,
    endpoint,
    event,
    baseUrl,
    rejects: sinks.rejects?.write,
    results: sinks.results?.write,
  };
  const isImport = verb === 'import';
  return {
    subject: {
      command: { group: resource, verb },
      event,
      baseUrl,
      timeZone,
      files: { [resource]: rows.source.file },
      ...(isImport && {
        next(run: EventRun) {
          const part = partOf(run);
          return part !== undefined && hasMore(part) ? [planCommand(context, part, path)] : [];
        },
      }),
    },
    limits,
    task: importTask(options),
    done: (run) => mergeImported(context, options, run),
    async notice({ run }) {
      const part = partOf(run);
      if (part === undefined) return;
      const { submitters, submittersGiven } = part;
      if (submitters !== undefined && submittersGiven > 0)
        await context.notice(submitters.notice(submittersGiven));
      if (isImport) await noticeExisting(context, part);
    },
  };
}

/** The task that sends what is left of a run of a file. */
export function resumedTask(
  options: Omit<ImportOptions, 'maxErrors'>,
  context: Context<RunFlags>,
  sinks: Sinks,
): BulkTask {
  const { endpoint, event, baseUrl, source, matching } = options;
  const { resource } = endpoint;
  const { maxErrors = anyNumber } = context.flags;
  const verb = matching === 'record' ? 'apply' : 'import';
  return {
    subject: {
      command: { group: resource, verb },
      event,
      baseUrl,
      files: { [resource]: source.file },
    },
    limits: { failOn: 'never', allowPartial: true },
    task: importTask({
      ...options,
      maxErrors,
      rejects: sinks.rejects?.write,
      results: sinks.results?.write,
    }),
    done: (run) => mergeImported(context, options, run),
  };
}

/** Of errors, without a limit. */
function anyNumber(): number {
  return Number.POSITIVE_INFINITY;
}

/**
 * Merges what an import has sent into the folder that it began in.
 * @returns false if another attempt may succeed
 */
async function mergeImported(
  context: Context,
  { event, baseUrl }: Pick<ImportOptions, 'event' | 'baseUrl'>,
  ran: EventRun,
): Promise<boolean> {
  const { run, header, submissions } = ran;
  if (run === undefined) return true;
  const folder = header && savedFolder(header);
  const sent = { values: sentBy(ran), isOfFiles: false, speakers: submissions?.speakers() };
  return pullApplied(context, { folder, event, baseUrl, run }, sent);
}

function partOf({ speakers, submissions }: EventRun): RecordsPart | undefined {
  return speakers ?? submissions;
}
