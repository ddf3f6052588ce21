// Imports a CSV file: checks all of its rows, looks up what is there, and creates the rest. It knows no terminal.
import type { Client } from '../client/client.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { InvalidInputError } from '../errors.ts';
import { readExisting } from './existing.ts';
import { type ImportFile, openFile } from './file.ts';
import { type Action, type Finding, planRows } from './plan.ts';
import { createRejectWriter, type RejectSink } from './rejects.ts';
import {
  actualCounts,
  createFaultLog,
  describeMapping,
  type FaultLog,
  type ImportCounts,
  type ImportReport,
  type Outcome,
  plannedCounts,
} from './report.ts';
import type { RowFault, ValidRow } from './rows.ts';
import { sendRows } from './send.ts';

export interface ImportOptions {
  /** A creation: of speakers or of submissions. */
  readonly endpoint: Endpoint;
  readonly event: string;
  /** Names the file in messages. */
  readonly file: string;
  /** The file's bytes from the start; called twice, to check and to send. */
  readonly open: () => AsyncIterable<Uint8Array>;
  /** A label of the WHATWG Encoding Standard. */
  readonly encoding?: string | undefined;
  /** `Column=field` each. */
  readonly map: readonly string[];
  /** Send the valid rows although others are not. */
  readonly skipInvalid: boolean;
  readonly dryRun: boolean;
  readonly concurrency: number;
  /** Asked for once the rows are fit to be sent. */
  readonly client: () => Promise<Client>;
  readonly rejects?: RejectSink | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Shown what is planned before anything is sent; where the answer is no, the report is that of a dry run. */
  readonly confirm?: ((plan: ImportReport) => Promise<boolean>) | undefined;
  /** Aborted: no further row is sent, and those in flight are finished. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs an import to its end; rows that fail are in the report (see `importError`).
 * @throws {InvalidInputError} for a file that cannot be read, or with invalid rows unless they are skipped
 * @throws {UsageError} for a `--map` or an encoding that does not fit, or where addresses are hidden
 */
export async function runImport(options: ImportOptions): Promise<ImportReport> {
  const { endpoint, event, confirm } = options;
  const file = await openFile(options);
  const faults = createFaultBook(file, options.rejects);
  const findings = await checkRows(file, faults);
  requireSendable(findings, faults.log, options);

  const client = await options.client();
  const existing = await readExisting(client, endpoint, event, keysOf(findings));
  const actions = planRows(findings, existing);
  const planned = plannedCounts(actions);
  const plan: ImportReport = {
    schemaVersion: '1.0',
    resource: endpoint.resource,
    dryRun: true,
    counts: planned,
    rejects: faults.log.kept,
    ...describeMapping(file.mapping),
    next: [],
  };
  if (options.dryRun) return plan;
  if (planned.created > 0 && confirm !== undefined && !(await confirm(plan))) return plan;
  const counts = await sendPlan({ findings, actions, planned, faults, client }, options);
  return { ...plan, dryRun: false, counts, rejects: faults.log.kept };
}

/** Where faults go: the report, and the reject file if there is to be one. */
interface FaultBook {
  readonly log: FaultLog;
  add(source: ValidRow['source'], faults: readonly RowFault[]): Promise<void>;
}

function createFaultBook({ sheet }: ImportFile, sink: RejectSink = async () => {}): FaultBook {
  const log = createFaultLog();
  const rejects = createRejectWriter(sheet, sink);
  return {
    log,
    add(source, faults) {
      log.add(faults);
      return rejects.add(source, faults);
    },
  };
}

/** Goes through the whole file once; what is kept of a row is its key. */
async function checkRows({ rows }: ImportFile, faults: FaultBook): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for await (const checked of rows) {
    if (checked.kind === 'valid') findings.push({ key: checked.valid.key });
    else if (checked.kind === 'blank') findings.push('blank');
    else {
      findings.push('reject');
      await faults.add(checked.source, checked.faults);
    }
  }
  return findings;
}

function requireSendable(findings: readonly Finding[], log: FaultLog, { file, skipInvalid }: ImportOptions): void {
  const rows = findings.filter((finding) => finding !== 'blank').length;
  const rejected = findings.filter((finding) => finding === 'reject').length;
  if (rows === 0) {
    throw new InvalidInputError(`${file} has a header and no rows`, {
      details: [{ file, line: 2, message: 'a row is missing' }],
    });
  }
  if (rejected === 0 || skipInvalid) return;
  throw new InvalidInputError(`${rejected} of ${rows} rows are invalid; nothing was sent`, {
    details: log.kept.map((fault) => ({ file, ...fault })),
    fix: `${log.count > log.kept.length ? `${log.count} faults in all, the first are shown; ` : ''}mend the rows, or send the others alone with --skip-invalid`,
  });
}

function keysOf(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.flatMap((finding) => (typeof finding === 'string' ? [] : [finding.key])));
}

interface Plan {
  readonly findings: readonly Finding[];
  readonly actions: readonly Action[];
  readonly planned: ImportCounts;
  readonly faults: FaultBook;
  readonly client: Client;
}

/** Reads the file again and creates what the plan says, row by row. */
async function sendPlan(plan: Plan, options: ImportOptions): Promise<ImportCounts> {
  const { planned, faults, client } = plan;
  if (planned.created === 0) return planned;
  const { endpoint, event, concurrency, signal, onProgress } = options;
  const file = await openFile(options);
  const outcomes: Record<Outcome, number> = { created: 0, skipped: 0, failed: 0, unknown: 0 };
  let done = 0;
  await sendRows(rowsToCreate(file, plan, options.file), {
    client,
    endpoint,
    event,
    concurrency,
    signal,
    mapping: file.mapping,
    async onDone({ source }, outcome, rowFaults) {
      outcomes[outcome]++;
      if (rowFaults.length > 0) await faults.add(source, rowFaults);
      onProgress?.(++done, planned.created);
    },
  });
  return actualCounts(planned, outcomes);
}

async function* rowsToCreate(
  { rows }: ImportFile,
  { findings, actions }: Plan,
  file: string,
): AsyncGenerator<ValidRow> {
  let at = 0;
  for await (const checked of rows) {
    const finding = findings[at];
    const action = actions[at++];
    if (action !== 'create') continue;
    const isSame = checked.kind === 'valid' && typeof finding === 'object' && finding.key === checked.valid.key;
    if (!isSame) throw new InvalidInputError(`${file} was changed while it was read`, { fix: 'import it again' });
    yield checked.valid;
  }
}
