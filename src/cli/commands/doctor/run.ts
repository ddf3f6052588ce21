// Owns `plenary doctor`: runs every check, prints what each found, and ends with the exit code of the worst fault.
import { join } from 'node:path';
import { configFilePath } from '../../../config/paths.ts';
import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { ReportedError } from '../../../errors.ts';
import { type Context, createContext } from '../../context.ts';
import { type Io, write } from '../../io.ts';
import { nextSteps } from '../../output/error.ts';
import { oneBatch, printRecord, printRecords, tableStyle } from '../../output/records.ts';
import { hasUnicode } from '../../output/style.ts';
import { toLine } from '../../output/terminal-text.ts';
import { sideBySide, widestOf, wrapToWidth } from '../../output/width.ts';
import { version } from '../../version.ts';
import { type Check, type Finding, ok, worstOf } from './check.ts';
import { checkNetwork } from './network-checks.ts';
import type { doctorReport } from './report-schema.ts';
import { checkConfigFile, checkSettings, unreadConfig } from './settings-checks.ts';
import { checkRuns, checkStateFolder } from './state-checks.ts';

interface DoctorFlags {
  readonly event: string | undefined;
  readonly timezone: string | undefined;
  readonly offline: boolean;
}

/** @throws {ReportedError} if a check has failed */
export async function diagnose(context: Context<DoctorFlags>): Promise<void> {
  const { io, flags } = context;
  const config = await checkConfigFile(context);
  const isBroken = await context.profiles().then(
    () => false,
    () => true,
  );
  const usable = isBroken ? withoutConfigFile(context) : context;
  const settings = await checkSettings(usable, isBroken);
  const network = { isOffline: flags.offline, unreadConfig: isBroken ? unreadConfig : undefined, settings };
  const state = await checkStateFolder(context);
  const checks = [
    ok('program', `plenary ${version} with Node ${io.nodeVersion}`),
    config,
    ...settings,
    ...(await checkNetwork(usable, network)),
    state,
    await checkRuns(context, state),
  ];
  await print(usable, checks);
  const worst = worstOf(checks);
  if (worst !== undefined) throw new ReportedError(worst);
}

/** The same command on a machine without a config file: the flags and the environment remain. */
function withoutConfigFile({ io, global, flags, typed }: Context<DoctorFlags>): Context<DoctorFlags> {
  const PLENARY_CONFIG_DIR = join(configFilePath(io), 'none');
  // Not copied: reading all of its properties would open them.
  const without: Io = Object.create(io, { env: { value: { ...io.env, PLENARY_CONFIG_DIR } } });
  return createContext(without, global, flags, typed);
}

function findingOf({ io, serviceFlags }: Context, { name, state, message, error }: Check): Finding {
  const fix = error?.fix;
  const next = error === undefined ? [] : nextSteps(error, serviceFlags);
  const shown = (text: string) => toLine(io.secrets.hide(text));
  return {
    ...{ name, state, message: shown(message) },
    fix: fix === undefined ? null : shown(fix),
    next: next.map(({ command }) => ({ command: shown(command) })),
  };
}

async function print(context: Context, checks: readonly Check[]): Promise<void> {
  const findings = checks.map((check) => findingOf(context, check));
  const format = await context.format().catch(() => 'table' as const);
  if (format === 'json') {
    const exitCode = worstOf(checks)?.exitCode ?? 0;
    const healthy = exitCode === 0;
    const report: DocumentOf<typeof doctorReport> = {
      schemaVersion: '1.0',
      version,
      healthy,
      exitCode,
      checks: findings,
    };
    return printRecord(context, { ...report });
  }
  if (format !== 'table') {
    const rows = findings.map(({ next, ...finding }) => ({ ...finding, next: next[0]?.command ?? null }));
    return printRecords(context, oneBatch(rows), { noun: 'checks', defaultFields: [] });
  }
  const shown = withUsualTogether(checks, findings);
  await write(context.io.stdout, reportText(context, shown));
  const failures = shown.filter(({ state }) => state === 'failed').length;
  await context.notice(
    failures === 0 ? 'Nothing has failed.' : `${failures} of ${amount(shown.length, 'check')} failed.`,
  );
}

/** A line of the table. */
interface Shown extends Omit<Finding, 'name'> {
  readonly name: Finding['name'] | 'defaults';
}

/** The usual settings on one line, where the first of them was. */
function withUsualTogether(checks: readonly Check[], findings: readonly Finding[]): readonly Shown[] {
  const usual = findings.filter((_, at) => checks[at]?.isUsual === true);
  const message = usual.map((each) => `${each.name} ${each.message.replace(' (default)', '')}`).join(', ');
  return findings.flatMap((finding): readonly Shown[] => {
    if (!usual.includes(finding)) return [finding];
    return finding === usual[0] ? [{ ...finding, name: 'defaults', message }] : [];
  });
}

const marks: Readonly<Record<Check['state'], string>> = { ok: '✓', failed: '✗', note: '-' };

function reportText(context: Context, findings: readonly Shown[]): string {
  const { io, style } = context;
  const { green, red } = style.stdout;
  const { width } = tableStyle(context);
  const isUnicode = hasUnicode(io);
  const paint = { ok: green, failed: red, note: (text: string) => text };
  const names = findings.map(({ name }) => name);
  const columns = [isUnicode ? 1 : 'failed'.length, widestOf(names) + 1] as const;
  const room = width === undefined ? undefined : Math.max(20, width - columns[0] - columns[1] - 2);
  const lines = findings.flatMap(({ name, state, message, fix, next }) =>
    sideBySide(' ', [
      { width: columns[0], lines: [paint[state](isUnicode ? marks[state] : state)] },
      { width: columns[1], lines: [name] },
      {
        width: 0,
        lines: [
          ...wrapped(message, room),
          ...(fix === null ? [] : wrapped(`Fix: ${fix}`, room)),
          // Not wrapped, so that it can be pasted.
          ...next.map(({ command }) => `Next: ${command}`),
        ],
      },
    ]),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function wrapped(text: string, room: number | undefined): readonly string[] {
  return room === undefined ? [text] : wrapToWidth(text, room);
}
