// What an import says and asks: its columns, its plan, its report, and faults as a CI system shows them.
import { type InputFault, PlenaryError } from '../../../errors.ts';
import type { Plan } from '../../../import/import.ts';
import type { ImportReport } from '../../../import/report.ts';
import type { PlannedRow } from '../../../import/results.ts';
import type { Context } from '../../context.ts';
import { say, write } from '../../io.ts';
import { jsonText } from '../../output/json.ts';
import { printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { tellSuggestions } from './columns.ts';

/** Shows a plan, once, and asks about it where there is somebody to ask. */
export function reviewer(context: Context, { dryRun }: { readonly dryRun: boolean }) {
  let isCancelled = false;
  return {
    isCancelled: () => isCancelled,
    async ask(plan: Plan): Promise<boolean> {
      await explain(context, plan.report);
      if (dryRun) {
        await printPlan(context, plan);
        return false;
      }
      const { created, updated } = plan.report.counts;
      if (!context.interactive || context.global.yes === true || created + updated === 0) return true;
      await sayChanges(context, plan, (text) => say(context.io, text));
      isCancelled = !(await confirmPlan(context, plan));
      return !isCancelled;
    },
  };
}

/** Which column fills which field, and which are left out; what is odd about the rows. What is sent cannot be taken back. */
async function explain(context: Context, report: ImportReport): Promise<void> {
  const { mapped, unmapped, reasons, suggestions, oddAddresses, contradictions, notUpdatable } = report;
  const pairs = mapped.map(({ column, field }) => `${JSON.stringify(column)} → ${field}`);
  await context.notice(`Columns: ${pairs.join(', ')}.`);
  if (unmapped.length > 0) {
    const named = unmapped.map((name) => {
      const reason = reasons.find(({ column }) => column === name)?.reason;
      return `${JSON.stringify(name)}${reason === undefined ? '' : ` (${reason})`}`;
    });
    await context.notice(`Not imported: ${named.join(', ')}.`);
  }
  await tellSuggestions(context, suggestions);
  if (oddAddresses > 0) {
    const what = oddAddresses === 1 ? '1 address has' : `${oddAddresses} addresses have`;
    await context.notice(`Warning: ${what} no @; are the columns the right ones?`);
  }
  for (const { line, column, message } of contradictions.slice(0, shownAtMost)) {
    await context.notice(`Line ${line} column ${JSON.stringify(column)}: ${message}.`);
  }
  if (contradictions.length > shownAtMost) {
    await context.notice(`… and ${contradictions.length - shownAtMost} more such contradictions (--json has them).`);
  }
  if (notUpdatable.length > 0) {
    await context.notice(
      `Left as they are: ${notUpdatable.join(', ')}; the API cannot change these once they are set.`,
    );
  }
}

const shownAtMost = 10;

async function confirmPlan(context: Context, { report, done }: Plan): Promise<boolean> {
  const { askConfirmation } = await import('../../ask.ts');
  const { resource, counts } = report;
  const { rows, unchanged, skipped, rejected } = counts;
  const created = counts.created - done.created;
  const updated = counts.updated - done.updated;
  const before = done.created + done.updated;
  const parts = [
    before > 0 ? `${before} are done` : '',
    created > 0 ? `create ${created} ${resource}` : '',
    updated > 0 ? `update ${updated}` : '',
    unchanged > 0 ? `leave ${unchanged} as they are` : '',
    skipped > 0 ? `skip ${skipped} that are there or repeated` : '',
    rejected > 0 ? `leave out ${rejected} invalid` : '',
  ].filter(Boolean);
  return askConfirmation(context, `Of ${rows} rows ${parts.join(', ')}?`);
}

/** Every row where a script reads it; for people what would change, field by field, and the counts. */
async function printPlan(context: Context, plan: Plan): Promise<void> {
  const { io, fields } = context;
  const format = await context.format();
  if (format === 'json' && fields === undefined) await printWholePlan(io, plan);
  else if (format === 'ndjson' || format === 'csv') {
    await printRecords(context, rowsOf(plan), { noun: 'rows', defaultFields: [] });
  } else {
    if (format === 'table') {
      await sayChanges(context, plan, (text) => write(io.stdout, text), Number.POSITIVE_INFINITY);
    }
    await printReport(context, plan.report);
  }
  await context.notice('Nothing was sent (dry run).');
}

/** The report with its rows, without holding all of them. */
async function printWholePlan({ stdout }: Context['io'], plan: Plan): Promise<void> {
  const head = jsonText(stdout, plan.report, 2).trimEnd().slice(0, -2);
  await write(stdout, `${head},\n  "rows": [`);
  let before = '\n    ';
  for (const row of plan.rows()) {
    await write(stdout, `${before}${jsonText(stdout, row, 0).trimEnd()}`);
    before = ',\n    ';
  }
  await write(stdout, '\n  ]\n}\n');
}

async function* rowsOf(plan: Plan): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for (const row of plan.rows()) yield [{ ...row }];
}

/** `ada@example.org: company_name "A" → "B"`, a line for each change. */
async function sayChanges(
  context: Context,
  plan: Plan,
  tell: (text: string) => Promise<void>,
  atMost = shownAtMost,
): Promise<void> {
  if (plan.report.counts.updated === 0 || context.global.quiet) return;
  let told = 0;
  for (const row of plan.rows()) {
    if (row.changes === undefined) continue;
    if (++told > atMost) return tell(`… and ${plan.report.counts.updated - atMost} more (--dry-run shows all).\n`);
    await tell(changeLines(row));
  }
}

function changeLines({ key, changes = {} }: PlannedRow): string {
  return Object.entries(changes)
    .map(([field, { from, to }]) => `${toLine(key)}: ${field} ${shown(from)} → ${shown(to)}\n`)
    .join('');
}

const longestShown = 60;

function shown(value: unknown): string {
  if (value === null || value === '') return '(none)';
  const text = toLine(JSON.stringify(value));
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** The report, or its counts alone: a table has those that are not zero. `--fields` chooses from both. */
export async function printReport(context: Context, report: ImportReport): Promise<void> {
  const { run, resource, counts } = report;
  if (context.fields !== undefined) return printRecord(context, { ...report, ...counts });
  const byFormat = { json: report, ndjson: report, csv: { run, resource, ...counts }, table: nonzero(counts) };
  await printRecord(context, { ...byFormat[await context.format()] });
}

/** The counts that a person wants to read. */
export function nonzero(counts: object): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([name, count]) => name === 'rows' || count > 0));
}

/** How to go on with a run that ended before its end. */
export async function explainStop(context: Context, { next }: ImportReport): Promise<void> {
  for (const { command } of next) await context.notice(`To go on with it: ${command}`);
}

/** Each fault of an error as a workflow command of GitHub Actions, where `--annotations` asks for it. */
export async function annotate({ io, own }: Context, error: unknown): Promise<void> {
  if (own.annotations !== 'github' || !(error instanceof PlenaryError)) return;
  for (const fault of error.details) await say(io, annotation(fault));
}

function annotation({ file, line, column, field, message }: InputFault): string {
  const properties = [
    file === undefined ? '' : `file=${property(file)}`,
    line === undefined ? '' : `line=${line}`,
  ].filter(Boolean);
  const place = column === undefined ? (field ?? '') : `column ${JSON.stringify(column)}`;
  return `::error ${properties.join(',')}::${data(place === '' ? message : `${place}: ${message}`)}\n`;
}

// The characters that would end a command's data or property.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
