// Owns the commands for a file of speakers or submissions, `import`, `plan` and `apply`, from the
// flags to the exit code.
import { readStatusMap } from '../../../columns/status-words.ts';
import type { Endpoint, Resource } from '../../../contract/endpoint.ts';
import type { FileSource } from '../../../files/source.ts';
import type { RowSource } from '../../../files/table.ts';
import { importTask } from '../../../import/import.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { RecordsPart } from '../../../import/records-part.ts';
import type { EventRun } from '../../../plans/event-run.ts';
import { savedFolder } from '../../../plans/run-header.ts';
import { columnMapper } from '../../column-mapper.ts';
import type { Context } from '../../context.ts';
import { dryRunFlags, type RunFlags } from '../../flag-sets.ts';
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
import {
  type ChangeFlags,
  fileFlags,
  type ImportFlags,
  ownImportFlags,
  type PlanFlags,
  type StatusFlags,
} from './file-flags.ts';
import { hasMore, noticeExisting, planCommand } from './left-alone.ts';
import { readSubmitters } from './submitters.ts';

interface FileArgument {
  readonly file: string;
}

/**
 * @throws {PlenaryError} when rows were rejected, failed or are in doubt; the report has been
 *   printed by then
 */
export async function importFile(
  endpoint: Endpoint,
  context: Context<ImportFlags>,
  { file: path }: FileArgument,
): Promise<void> {
  const { flags } = context;
  if (await isSavedPlan(context, path)) return importSavedPlan(endpoint.resource, context, path);
  await usingSinks(context, [path], async (sinks) => {
    const open = async () => {
      const isSubmissions = endpoint.resource === 'submissions';
      const source = await openRows(context, path, isSubmissions ? 'submissions' : 'speakers');
      const own = isSubmissions
        ? await talkOptions(context, source)
        : await statusOptions(context, { kind: 'speakers', path });
      const limits = { failOn: 'never', allowPartial: flags.skipInvalid } as const;
      return fileTask(endpoint, context, sinks, {
        verb: 'import',
        limits,
        rows: { source, ...own, path },
      });
    };
    return flags.dryRun ? planChanges(context, [path], open) : applyChanges(context, open);
  });
}

/** Creates what a dry run has saved; records that exist by now are left alone. */
async function importSavedPlan(
  group: Resource,
  context: Context<ImportFlags>,
  path: string,
): Promise<void> {
  const ownFlags = Object.keys(ownImportFlags(group));
  const ofPlan = [...Object.keys(dryRunFlags), 'out', 'rejects', 'results', 'maxErrors'];
  const { applySavedPlan } = await import('../../review/apply-saved-plan.ts');
  return applySavedPlan(context, path, {
    command: { group, verb: 'import' },
    fileFlags: [...fileFlags, ...ownFlags, ...ofPlan],
    limits: { failOn: 'never', allowPartial: context.flags.skipInvalid },
  });
}

/**
 * What only an import of submissions has: their submitters, and the talks of a schedule that is a
 * grid.
 */
async function talkOptions(context: Context<ImportFlags>, source: FileSource) {
  const { listLimit, allowNewValue, oneRowPer } = context.flags;
  const given = await readSubmitters(context);
  const { readGridTalks } = await import('./grid-talks.ts');
  return {
    oneRowPer,
    ...given,
    ...(await readGridTalks(context, source, given.submitters)),
    ignoresListLimit: listLimit === false,
    allowsNewValues: allowNewValue,
  };
}

/** Prints the plan first. @throws {PlenaryError} for rows that cannot be applied */
export async function planRecords(
  endpoint: Endpoint,
  context: Context<ChangeFlags & PlanFlags>,
  { file }: FileArgument,
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
  { file }: FileArgument,
): Promise<void> {
  const { allowPartial, maxChanges } = context.flags;
  if (await isSavedPlan(context, file)) {
    const limits = { failOn: 'never', allowPartial, maxChanges } as const;
    const command = { group: endpoint.resource, verb: 'apply' } as const;
    const unused = [...fileFlags, 'rejects', 'results', 'maxErrors'];
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
  const { feedbackTemplate: file, allowPartial, maxChanges } = flags;
  const isSubmissions = endpoint.resource === 'submissions';
  const kind = isSubmissions ? 'submissions' : 'speakers';
  const rows = {
    source: await openRows(context, path, kind),
    path,
    matching: 'record' as const,
    empty: flags.empty,
    ...(await statusOptions(context, { kind, path })),
    feedbackTemplate: file === undefined ? undefined : { file, text: await readText(io, file) },
  };
  const limits = { failOn: 'never', allowPartial, maxChanges } as const;
  return fileTask(endpoint, context, sinks, { verb, limits, rows });
}

/** How statuses are read and checked. */
async function statusOptions(context: Context<Some<StatusFlags>>, file: NamedFile) {
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
  const { map = [], maxErrors = () => Number.POSITIVE_INFINITY } = context.flags;
  const kind = resource === 'submissions' ? 'submissions' : 'speakers';
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
  const { maxErrors = () => Number.POSITIVE_INFINITY } = context.flags;
  const verb = matching === 'record' ? 'apply' : 'import';
  const given = {
    ...options,
    maxErrors,
    rejects: sinks.rejects?.write,
    results: sinks.results?.write,
  };
  return {
    subject: {
      command: { group: resource, verb },
      event,
      baseUrl,
      files: { [resource]: source.file },
    },
    limits: { failOn: 'never', allowPartial: true },
    task: importTask(given),
    done: (run) => mergeImported(context, given, run),
  };
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
