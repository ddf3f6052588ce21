// Runs `plenary service copy`: opens both databases, copies, shows progress and the tables.
import { amount } from '../../../contract/amount.ts';
import { flagText } from '../../../contract/escape.ts';
import { PartlyDoneError, UsageError } from '../../../errors.ts';
import { type Copied, copyDatabase, type MissedRows } from '../../../service/store/copy.ts';
import { type Driver, StoreUnavailable } from '../../../service/store/driver.ts';
import { cannotUse, isSameDatabase, openDatabase } from '../../../service/store/open.ts';
import type { Context } from '../../context.ts';
import { type DatabaseChoice, databaseOf } from '../../database.ts';
import { nextCommand } from '../../output/next-command.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { createProgress } from '../../progress.ts';

export async function copy(
  context: Context<Readonly<Record<'from' | 'to', string | undefined>>>,
): Promise<void> {
  const { flags } = context;
  if (flags.from === undefined && flags.to === undefined) {
    throw new UsageError('neither --from nor --to is given', {
      fix:
        'pass the database to copy with --from, or the one to fill with --to; the other one is ' +
        'PLENARY_DATA, or else plenary.db',
    });
  }
  const from = databaseOf(context, flags.from, 'from');
  const to = databaseOf(context, flags.to, 'to');
  if (isSameDatabase(from.data, to.data)) {
    throw new UsageError(`${from.name} and ${to.name} are the same database`, {
      fix: 'pass a new or empty database as the one to fill',
    });
  }
  const { tables, missed } = await copied(context, from, to).catch((error: unknown) => {
    throw error instanceof StoreUnavailable
      ? cannotUse(`${from.name} or ${to.name}`, error)
      : error;
  });
  await printRecords(context, oneBatch(tables.map((table) => ({ ...table }))), {
    noun: 'tables',
    defaultFields: ['table', 'rows'],
  });
  if (missed instanceof Error) {
    const reason = toLine(missed.message);
    await context.notice(
      `Warning: could not check whether ${from.name} was changed meanwhile: ${reason}.`,
    );
  } else if (missed.created + missed.changed > 0) {
    throw new PartlyDoneError(
      `${missedText(missed)} in ${from.name} while it was copied to ${to.name}`,
      {
        fix:
          'stop the service, and copy again into an empty database; this copy is complete as of ' +
          'its beginning',
      },
    );
  }
  const serve = nextCommand(`plenary serve${flagText('data', to.given)}`, context.serviceFlags);
  await context.notice(`\n${from.name} was copied to ${to.name}. Next:\n  ${serve}`);
}

function missedText({ created, changed }: MissedRows): string {
  if (created === 0) return amount(changed, 'row was changed', 'rows were changed');
  const creations = amount(created, 'row was created', 'rows were created');
  return changed === 0 ? creations : `${creations} and ${changed} changed`;
}

function copied(context: Context, from: DatabaseChoice, to: DatabaseChoice): Promise<Copied> {
  const bar = createProgress(context, 'rows copied');
  // To the end: a database that is not complete is removed.
  context.io.holdSignals();
  const onProgress = (rows: number, total: number) => {
    context.io.stopped.throwIfAborted();
    bar.update(rows, total);
  };
  const names = { from: from.name, to: to.name };
  return opened(from, false, (source) =>
    opened(to, true, (target) => copyDatabase(source, target, { ...names, onProgress })),
  ).finally(() => bar.clear());
}

/** Opens a database while `use` runs. If `use` fails, a database that was created is removed. */
async function opened<T>(
  { data }: DatabaseChoice,
  create: boolean,
  use: (database: Driver) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(data, { create });
  try {
    const result = await use(database);
    await database.close();
    return result;
  } catch (error) {
    await database.discard();
    throw error;
  }
}
