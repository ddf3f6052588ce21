// Owns `plenary doctor`: runs every check, prints what each found, and ends with the exit code of
// the first that has failed.
import { existsSync } from 'node:fs';
import { configFilePath } from '../../config/paths.ts';
import { type SettingName, settingNames } from '../../config/settings.ts';
import { amount, plural } from '../../contract/amount.ts';
import type { DocumentOf } from '../../contract/document.ts';
import { endpoints } from '../../contract/index.ts';
import { JournalError, PlenaryError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { doctorReport } from '../documents.ts';
import { findEvent } from '../event-access.ts';
import { fixSentence, nextSteps } from '../output/error.ts';
import { printRecord } from '../output/records.ts';
import { toLine } from '../output/terminal-text.ts';
import { savedRuns } from '../review/sending.ts';
import { version } from '../version.ts';
import { ExplainedError, ReportedError } from '../wrapped-errors.ts';
import { stateOf } from './runs/summary.ts';
import { profileSource } from './settings/config.ts';

type DoctorReport = DocumentOf<typeof doctorReport>;

interface Finding extends Pick<DoctorReport['checks'][number], 'state' | 'message'> {
  /** The fault, or what to do about a note. */
  readonly error?: PlenaryError;
}

interface Check extends Finding, Pick<DoctorReport['checks'][number], 'name'> {}

/** @throws {ReportedError} if a check has failed */
export async function diagnose(context: Context<{ readonly offline: boolean }>): Promise<void> {
  const checks: Check[] = [];
  const check = async (name: Check['name'], work: () => Promise<string | Finding>) => {
    const result = await work().catch((error) => failureOf(error, checks));
    checks.push({
      name,
      ...(typeof result === 'string' ? { state: 'ok', message: result } : result),
    });
  };
  await check('program', async () => `plenary ${version} with Node ${context.io.nodeVersion}`);
  await check('config', () => configText(context));
  for (const name of settingNames) await check(name, () => settingText(context, name));
  await check('token', () => tokenText(context));
  await check('service', async () =>
    context.flags.offline ? notChecked('--offline') : serviceText(context, checks),
  );
  await check('runs', () => runsText(context));
  const failed = checks.find(({ state }) => state === 'failed')?.error;
  await print(context, checks, failed);
  if (failed !== undefined) throw new ReportedError(failed);
}

/**
 * What an earlier check has found is not reported again.
 * @throws any error of another kind, such as the reason of a signal
 */
function failureOf(error: unknown, before: readonly Check[]): Finding {
  if (!(error instanceof PlenaryError)) throw error;
  const same = before.find(({ state, message }) => state === 'failed' && message === error.message);
  if (same !== undefined) return notChecked(`${same.name} failed`);
  // This command is no next step of its own.
  const next = error.next.filter(({ command }) => command !== 'plenary doctor');
  return { state: 'failed', message: error.message, error: new ExplainedError(error, { next }) };
}

function notChecked(why: string): Finding {
  return { state: 'note', message: `not checked: ${why}` };
}

async function configText(context: Context): Promise<string> {
  const path = configFilePath(context.io);
  await context.profiles();
  const profile = `profile ${await context.profileName()} (${await profileSource(context)})`;
  return existsSync(path) ? `${path}, ${profile}` : `no config file yet at ${path}; none is needed`;
}

/** The address is needed; commands also ask for the event. */
async function settingText(context: Context, name: SettingName): Promise<string | Finding> {
  const { value, origin } = await context.setting(name);
  if (value !== undefined) return `${value} (${origin})`;
  if (name === 'base-url') return context.required(name);
  if (name === 'timezone') return 'not set: that of the event is used, if the service has it';
  if (name !== 'event') return 'not set';
  const error = await context.required(name).then(
    () => undefined,
    (error) => error,
  );
  return { state: 'note', message: 'not set', error };
}

async function tokenText(context: Context): Promise<string> {
  const { token, source } = await context.credentials();
  context.io.secrets.hold(token);
  const { checkToken } = await import('../../client/client.ts');
  checkToken(token);
  return source === 'environment' ? 'from PLENARY_TOKEN' : 'from the config file';
}

/** Reads one speaker, because the API has no request for testing a token. */
async function serviceText(context: Context, before: readonly Check[]): Promise<string | Finding> {
  const needed = before.find(
    ({ name, state }) => state === 'failed' && name !== 'timezone' && name !== 'output',
  );
  if (needed !== undefined && needed.name !== 'config') return notChecked(`${needed.name} failed`);
  const { value: event } = await context.setting('event');
  if (event === undefined) return notChecked('there is no event');
  const { clock } = context.io;
  const client = await context.clientFor(await context.credentials(), { retries: 0 });
  let started = clock.now();
  try {
    const { id } = await findEvent(client, event);
    started = clock.now();
    const query = { page: 1, pageSize: 1 };
    await client.page(endpoints.listSpeakers, { path: { event_id: id }, query });
  } finally {
    await client.close();
  }
  const ms = clock.now() - started;
  return `accepts the token, and responds after ${ms} ms with the event ${event}`;
}

/** An unfinished run is no fault of the machine. */
async function runsText({ io }: Context): Promise<string | Finding> {
  const runs = savedRuns(io);
  const all = await runs.list();
  const [damaged] = await runs.damaged();
  if (damaged !== undefined) throw damaged;
  const open = all
    .filter((run) => stateOf(run, runs) === 'interrupted')
    .map(({ header }) => header.run);
  const message =
    `${amount(all.length, 'saved run')}, ` +
    `${open.length === 0 ? 'none' : open.length} unfinished`;
  if (open.length === 0) return message;
  const command = open.length === 1 ? `plenary runs resume ${open[0]}` : 'plenary runs list';
  const fix = `resume ${plural(open.length, 'it', 'them')}`;
  return { state: 'note', message, error: new JournalError(message, { fix, next: [{ command }] }) };
}

async function print(
  context: Context,
  checks: readonly Check[],
  failed: PlenaryError | undefined,
): Promise<void> {
  const shown = (text: string) => toLine(context.io.secrets.hide(text));
  const findings = checks.map(({ name, state, message, error }): DoctorReport['checks'][number] => {
    const next = error === undefined ? [] : nextSteps(error, context.serviceFlags);
    const fix = error && fixSentence(error, context.serviceFlags);
    return {
      name,
      state,
      message: shown(message),
      fix: fix === undefined ? null : shown(fix),
      next: next.map(({ command }) => ({ command: shown(command) })),
    };
  });
  const report: DoctorReport = {
    schemaVersion: '2.0',
    version,
    healthy: failed === undefined,
    exitCode: failed?.exitCode ?? 0,
    checks: findings,
  };
  const texts = findings.map(({ name, state, message, fix, next }) => {
    const lines = [`${state}: ${message}`, ...(fix === null ? [] : [`Fix: ${fix}`])];
    return [name, [...lines, ...next.map(({ command }) => `Next: ${command}`)].join('\n')] as const;
  });
  // The setting itself may have failed.
  await context.format().catch(() => context.answer('output', 'table'));
  await printRecord(context, { ...report }, Object.fromEntries(texts));
}
