// Checks the folder in which runs are saved, and the runs that are not finished. Must not print, nor create anything.
import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stateDirectory } from '../../../config/paths.ts';
import { amount, plural } from '../../../contract/amount.ts';
import { JournalError, systemReason, UsageError } from '../../../errors.ts';
import { resumeCommands } from '../../../runs/unfinished.ts';
import type { Context } from '../../context.ts';
import { savedRuns } from '../../review/sending.ts';
import { describe } from '../runs/summary.ts';
import { type Check, expected, failed, judge, note, ok } from './check.ts';
import { refuseShared } from './settings-checks.ts';

/** That it exists, is private, and can be written. */
export function checkStateFolder({ io }: Context): Promise<Check> {
  const folder = stateDirectory(io);
  return judge('state', () => {
    if (!existsSync(folder)) {
      refuseUnwritable(nearestExisting(folder), folder);
      return `${folder} does not exist yet; the first run creates it`;
    }
    if (!statSync(folder).isDirectory()) throw new UsageError(`${folder} is not a folder`, { fix: otherFolder });
    const runs = join(folder, 'runs');
    for (const each of [folder, ...(existsSync(runs) ? [runs] : [])]) refuseUnwritable(each, each);
    if (io.platform !== 'win32') refuseShared(folder);
    return `${folder} (${sizeText(sizeOf(folder))})`;
  });
}

const otherFolder = 'set PLENARY_STATE_DIR to a folder of your own';

/** @param wanted for the message @throws {UsageError} */
function refuseUnwritable(path: string, wanted: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new UsageError(`runs cannot be saved in ${wanted}: ${systemReason(cause)}`, {
      cause,
      fix: `check the permissions of ${path}, or ${otherFolder}`,
    });
  }
}

function nearestExisting(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : nearestExisting(parent);
}

/** In bytes. What cannot be read counts as empty. */
function sizeOf(path: string): number {
  try {
    const found = lstatSync(path);
    if (!found.isDirectory()) return found.size;
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  } catch {
    return 0;
  }
}

function sizeText(bytes: number): string {
  return bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** An unfinished run is no fault of the machine, and does not change the exit code. @param state of their folder */
export async function checkRuns({ io }: Context, state: Check): Promise<Check> {
  try {
    const runs = savedRuns(io);
    const all = await runs.list();
    const [damaged] = await runs.damaged();
    if (damaged !== undefined) return failed('runs', damaged);
    const open = all.filter((run) => describe(run, runs).state === 'interrupted').map(({ header }) => header.run);
    const saved = amount(all.length, 'saved run');
    if (open.length === 0) return ok('runs', `${saved}, none unfinished`);
    const commands = open.length === 1 ? resumeCommands(open[0]) : ['plenary runs list'];
    return note(
      'runs',
      `${saved}, ${open.length} unfinished`,
      new JournalError('', {
        fix: `resume ${plural(open.length, 'it', 'them')}`,
        next: commands.map((command) => ({ command })),
      }),
    );
  } catch (error) {
    const fault = expected(error);
    return state.state === 'failed' ? note('runs', 'not checked: state failed') : failed('runs', fault);
  }
}
