// Applies a saved plan, after checks that it is one of the command and its target, and may be sent.
import { hash } from 'node:crypto';
import { dirname, resolve } from 'node:path';
import { amount, quoted } from '../../contract/amount.ts';
import { singularOf } from '../../contract/endpoint.ts';
import { shellWord } from '../../contract/escape.ts';
import { ConflictError, InvalidInputError, UsageError } from '../../errors.ts';
import {
  filesOfPlan,
  type PlanDocument,
  type PlannedChange,
  readPlan,
} from '../../plans/plan-document.ts';
import { changesOfPlan } from '../../plans/planned-changes.ts';
import { changesHeader, programResource } from '../../plans/run-header.ts';
import { realPath } from '../../real-path.ts';
import { clashText } from '../../schedule/clashes/clash-report.ts';
import type { Context } from '../context.ts';
import { eventOr } from '../event-access.ts';
import type { PaceFlags } from '../flag-sets.ts';
import { refuseFlags, type Some } from '../flags.ts';
import { folderOfRun } from '../program-folder.ts';
import { readSource } from '../source.ts';
import { type CommandName, commandText } from './command-name.ts';
import { type PlanLimits, partialFix } from './errors.ts';
import type { Plan } from './plan.ts';
import { applyPlanned } from './planned-task.ts';
import { addressOf } from './sending.ts';
import type { SummaryFlag } from './show.ts';

/**
 * Sends the changes of a saved plan; resumes an unfinished run of it.
 * @param command an apply, or an import of what its dry run would create
 * @param fileFlags flags about the file that was planned
 * @throws {UsageError} if it is of another group, service or event, and for flags that it cannot
 *   use
 * @throws {InvalidInputError} if it is damaged
 */
export async function applySavedPlan(
  context: Context<SummaryFlag & Some<PaceFlags>>,
  path: string,
  terms: {
    readonly command: CommandName;
    readonly fileFlags: readonly string[];
    readonly limits: PlanLimits;
  },
): Promise<void> {
  const { command, fileFlags, limits } = terms;
  const source = await context.source(path);
  const { file } = source;
  refuseFlags(context.typed, fileFlags, {
    why: `${file} is a saved plan, which is applied unchanged`,
  });
  const bytes = await readSource(context.io, source);
  const plan = readPlan(bytes, file);
  refuseOtherCommand(file, plan, command);
  const baseUrl = await addressOf(context);
  // Before a request: another service may fail at the id.
  refuseOtherTarget(file, plan, { event: plan.event, baseUrl });
  const event = await eventOr(context, plan.event);
  refuseOtherTarget(file, plan, { event, baseUrl });
  refuseFaults(file, plan, command, limits);
  const timeZone = await context.timeZone();
  const header = changesHeader(
    {
      resource: command.group === 'program' ? programResource : command.group,
      event,
      baseUrl: plan.baseUrl,
      file,
      sha256: hash('sha256', bytes),
    },
    {
      files: filesOfPlan(plan),
      creates: plan.changes.some(({ action }) => action === 'create'),
      leavesExisting: command.verb === 'import' || undefined,
      allowPartial: limits.allowPartial,
      timeZone,
      // The length of the list was checked when the plan was made.
      ignoresListLimit: true,
      folder:
        plan.folder === undefined
          ? await folderOfRun(context)
          : realPath(resolve(dirname(file), plan.folder)),
      isOfFiles: plan.folder !== undefined || undefined,
    },
  );
  await applyPlanned(context, header, {
    changes: changesOfPlan(plan, timeZone),
    command,
    limits,
    notice: async (newPlan) => refuseExisting(plan, newPlan),
  });
}

/**
 * @throws {UsageError} if another command has saved the plan
 * @throws {InvalidInputError} if it has changes that the command cannot make
 */
function refuseOtherCommand(file: string, plan: PlanDocument, command: CommandName): void {
  const { group, verb } = command;
  const planning = commandText(verb === 'import' ? command : { group, verb: 'plan' });
  if (plan.command !== planning) {
    throw new UsageError(
      `${file} is what \`plenary ${plan.command}\` shows, and not a plan of ` +
        `\`plenary ${planning}\``,
      { fix: `pass a file that \`plenary ${planning}\` has saved with --out` },
    );
  }
  const isForeign = ({ kind, action }: PlannedChange) => {
    if (action === 'unplace') return true;
    if (group === 'program') return false;
    return kind !== singularOf(group) || (action === 'create') !== (verb === 'import');
  };
  if (!plan.changes.some(isForeign)) return;
  throw new InvalidInputError(
    `${file} has changes that \`plenary ${commandText(command)}\` cannot make`,
    { fix: 'save the plan again with --out' },
  );
}

/** @throws {UsageError} if a saved plan is for another service or event than the settings */
function refuseOtherTarget(
  file: string,
  plan: PlanDocument,
  target: Pick<PlanDocument, 'event' | 'baseUrl'>,
): void {
  if (plan.baseUrl === target.baseUrl && plan.event === target.event) return;
  throw new UsageError(
    `${file} is a plan for ${plan.baseUrl}, event ${plan.event}, but the settings specify ` +
      `${target.baseUrl}, event ${target.event}`,
    {
      fix:
        `pass --base-url ${shellWord(plan.baseUrl)} --event ${shellWord(plan.event)}, or ` +
        'create the plan again',
    },
  );
}

/** Clashes were refused when the plan was made, unless `--fail-on never` was given. */
function refuseFaults(
  file: string,
  plan: PlanDocument,
  command: CommandName,
  { allowPartial, failOn }: PlanLimits,
): void {
  const { rejects, clashes, warnings } = plan;
  if (rejects.length > 0 && !allowPartial) {
    throw new InvalidInputError(`${file} has rows that cannot be applied`, {
      details: rejects,
      fix: `fix the rows and create the plan again${partialFix(command)}`,
    });
  }
  if (warnings.length > 0 && failOn === 'warning') {
    throw new ConflictError(`${file} has ${amount(warnings.length, 'warning')}; nothing was sent`, {
      details: warnings,
      fix:
        'fix what the warnings report and create the plan again, or pass --fail-on clash to ' +
        'proceed anyway',
    });
  }
  if (clashes.length === 0 || failOn === 'never') return;
  throw new ConflictError(`${file} has clashes; nothing was sent`, {
    details: clashes.map((clash) => ({ file, message: clashText(clash) })),
    fix:
      'move one session of each pair and create the plan again, or pass --fail-on never to ' +
      'proceed anyway',
  });
}

/** @throws {ConflictError} for records that were new when the plan was made, and exist by now */
function refuseExisting(saved: PlanDocument, newPlan: Plan): void {
  const changeKey = ({ kind, file, line }: Pick<PlannedChange, 'kind' | 'file' | 'line'>) =>
    JSON.stringify([kind, file, line]);
  const created = new Set(saved.changes.filter(({ action }) => action === 'create').map(changeKey));
  if (created.size === 0) return;
  const existing = Array.from(newPlan.changes()).filter(
    (change) => change.action === 'update' && created.has(changeKey(change)),
  );
  if (existing.length === 0) return;
  throw new ConflictError(
    `${amount(existing.length, 'new record exists', 'new records exist')} by now; nothing was sent`,
    {
      details: existing.map(({ file, line, name }) => ({
        file,
        line,
        message: `${quoted(name)} was created since`,
      })),
      fix: 'create the plan again',
    },
  );
}
