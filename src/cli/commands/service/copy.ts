// Runs `plenary service copy`: opens both databases, copies, shows progress and the tables.
import { DatabaseError, UsageError } from '../../../errors.ts';
import { type Copy, type CopyOptions, copyTables } from '../../../service/store/copy.ts';
import { isSameDatabase, openTables } from '../../../service/store/open.ts';
import { StoreUnavailable } from '../../../service/store/store.ts';
import type { Tables } from '../../../service/store/tables.ts';
import type { Context } from '../../context.ts';
import { type DatabaseChoice, databaseOf } from '../../database.ts';
import { flag } from '../../output/advice.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { createProgress } from '../../progress.ts';

interface CopyFlags {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

export async function copy(context: Context<CopyFlags>): Promise<void> {
  const { flags } = context;
  if (flags.from === undefined && flags.to === undefined) {
    throw new UsageError('neither --from nor --to is given', {
      fix: 'pass the database to copy with --from, or the one to fill with --to; the other one is PLENARY_DATA, or else plenary.db',
    });
  }
  const from = databaseOf(context, flags.from, 'from');
  const to = databaseOf(context, flags.to, 'to');
  if (isSameDatabase(from.data, to.data)) {
    throw new UsageError(`${from.name} and ${to.name} are the same database`, {
      fix: 'pass a new or empty database as the one to fill',
    });
  }
  const { tables, isNew } = await copied(context, from, to).catch((error: unknown) => {
    if (!(error instanceof StoreUnavailable)) throw error;
    throw new DatabaseError(`cannot copy ${from.name} to ${to.name}: ${error.message}`, {
      fix: 'free the databases, or wait until they are free, and run the command again',
      cause: error,
    });
  });
  await printRecords(context, oneBatch(tables.map((table) => ({ ...table }))), {
    noun: 'tables',
    defaultFields: ['table', 'rows', 'digest'],
  });
  const result = isNew
    ? `${from.name} was copied to ${to.name}`
    : `${to.name} is already a complete copy of ${from.name}: all rows are the same`;
  await context.notice(`\n${result}. Next:\n  plenary serve${flag('data', to.given)}`);
}

function copied(context: Context, from: DatabaseChoice, to: DatabaseChoice): Promise<Copy> {
  const bars = { copied: createProgress(context, 'rows copied'), compared: createProgress(context, 'rows compared') };
  const options: CopyOptions = {
    from: from.name,
    to: to.name,
    onProgress(phase, rows, total) {
      context.io.stopped.throwIfAborted();
      bars[phase].update(rows, total);
    },
  };
  return opened(from, false, (source) => opened(to, true, (target) => copyTables(source, target, options))).finally(
    () => {
      bars.copied.clear();
      bars.compared.clear();
    },
  );
}

/** Opens a database while `use` runs. If `use` fails, a database that was created is removed. */
async function opened<T>({ data }: DatabaseChoice, create: boolean, use: (tables: Tables) => Promise<T>): Promise<T> {
  const tables = await openTables(data, { create });
  try {
    const result = await use(tables);
    await tables.close();
    return result;
  } catch (error) {
    await tables.discard();
    throw error;
  }
}
