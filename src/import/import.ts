// Imports a file: checks all of its rows, looks up existing records, plans, and sends the rest. Must not know the terminal.
import type { Producer } from '../changes/producer.ts';
import { runChanges } from '../changes/run.ts';
import { createHeader } from './header.ts';
import type { ImportOptions } from './options.ts';
import { readRows } from './read-rows.ts';
import { type RecordsPart, recordsPart } from './records-part.ts';
import { countRows, createReport, type ImportResult } from './report.ts';
import { type Form, writeRowFiles } from './row-files.ts';

/**
 * Runs an import to its end. Resumes an interrupted one with the same file, target and options.
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are skipped
 * @throws {UsageError} for a mapping or an encoding that does not fit, or if addresses are hidden
 * @throws {ConflictError} if another run works on the target, or records exist and `onConflict` is `fail`
 * @throws {JournalError} if nothing can be saved on disk, or a saved run is damaged
 * @throws the signal's reason, before anything was sent
 */
export async function runImport(options: ImportOptions): Promise<ImportResult> {
  const { producer, reading, writeFiles } = importOf(options);
  return runChanges(producer, options, async ({ run, stoppedBy, canResume, isWanted }) => {
    const { part } = reading();
    const dryRun = options.dryRun || !isWanted;
    const report = createReport(part.set, { run, dryRun, hopeful: run === undefined });
    const unwritten = await writeFiles().catch((error: unknown) => error);
    return { report, stoppedBy: (options.dryRun ? part.refusal() : stoppedBy) ?? unwritten, canResume };
  });
}

/** An import as the producer of its changes. */
function importOf(options: ImportOptions) {
  const { endpoint, event, baseUrl, source, dryRun, skipInvalid, maxErrors } = options;
  let read: { readonly part: RecordsPart; readonly form: Form } | undefined;
  let written: Promise<void> | undefined;
  const reading = () => {
    if (read === undefined) throw new TypeError('the rows are not read yet');
    return read;
  };
  /** Only the first call does. */
  const writeFiles = (run?: string) => {
    const { part, form } = reading();
    written ??= writeRowFiles(part.set, form, options, run);
    return written;
  };
  const producer: Producer<RecordsPart> = {
    ...{ event, baseUrl, dryRun, resources: [endpoint.resource] },
    resumes: 'run' in source ? source.run : undefined,
    async open(file) {
      const { work, form } = await readRows(file, options);
      const saveIds = options.results !== undefined;
      const part = recordsPart(work, { file: source.file, skipInvalid, maxErrors, saveIds });
      read = { part, form };
      // Rows that are matched with records may have faults that only their records show; all are reported together.
      const refusal = work.matching === 'key' && !dryRun ? part.refusal() : undefined;
      if (refusal !== undefined) throw refusal;
      return [part];
    },
    header: (run) => createHeader(reading().part.set, reading().form, { ...options, run }),
    async review({ isResumed }) {
      const { part } = reading();
      const plan = part.plan(isResumed);
      const isWanted = await options.review(plan);
      if (isWanted && !dryRun && plan.refusal !== undefined) throw plan.refusal;
      return isWanted;
    },
    counts: () => countRows(reading().part.set.ledger, { hopeful: false }),
    writeFiles,
    async onError() {
      if (read === undefined) return;
      // The error of the import matters more.
      await writeFiles().catch(({ message }) => options.onNotice?.({ kind: 'unwritten_file', reason: message }));
    },
  };
  return { producer, reading, writeFiles };
}
