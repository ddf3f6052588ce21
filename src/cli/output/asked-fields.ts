// Refuses names of fields that no record has: they are probably typing mistakes. Must not know
// resources.
import { memberNames } from '../../client/records.ts';
import type { RecordData } from '../../client/response.ts';
import { plural } from '../../contract/amount.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { toLine } from './terminal-text.ts';

/** A field as the user named it, and where: `--fields`. */
export interface AskedField {
  readonly flag: string;
  readonly name: string;
}

/** The fields that `--fields` names. */
export function askedByFields({ fields = [] }: Pick<Context, 'fields'>): readonly AskedField[] {
  return fields.map((name) => ({ flag: '--fields', name }));
}

/**
 * The same records. Services have fields that the specification does not name, so a name that is
 * not known is looked for in the records, which are held back until one has it: usually the first.
 * Without records, any name may be right. A known field that no record has is a notice.
 * @param known names that are right even if no record has them
 * @throws {UsageError} before any record is passed on, if no record has a field that is not known
 *   either
 */
export async function* withKnownFields(
  context: Context,
  batches: AsyncIterable<readonly RecordData[]>,
  asked: readonly AskedField[],
  known: readonly string[],
): AsyncGenerator<readonly RecordData[]> {
  const seen = new Set<string>();
  const unseen = new Set(asked.map(({ name }) => name));
  const held: (readonly RecordData[])[] = [];
  for await (const batch of batches) {
    if (unseen.size > 0) {
      for (const name of batch.flatMap(memberNames)) {
        seen.add(name);
        unseen.delete(name);
      }
    }
    held.push(batch);
    if ([...unseen].every((name) => known.includes(name))) yield* held.splice(0);
  }
  if (seen.size === 0) return;
  const unknown = asked.filter(({ name }) => unseen.has(name) && !known.includes(name));
  if (unknown.length > 0) throw await unknownFields(unknown, new Set([...known, ...seen]));
  await noteAbsent(context, [...unseen], seen);
}

/** The same for one record that is only read. @throws {UsageError} */
export async function refuseUnknownFields(
  context: Context,
  record: RecordData,
  known: readonly string[],
): Promise<void> {
  const names = memberNames(record);
  const unknown = askedByFields(context).filter(({ name }) => ![...names, ...known].includes(name));
  if (unknown.length > 0) throw await unknownFields(unknown, new Set([...known, ...names]));
}

/**
 * Reports fields that a record does not have, after a write: that is done, and must not end with an
 * error.
 */
export async function noteAbsentFields(context: Context, record: RecordData): Promise<void> {
  const seen = new Set(memberNames(record));
  await noteAbsent(context, context.fields?.filter((name) => !seen.has(name)) ?? [], seen);
}

async function noteAbsent(
  context: Context,
  absent: readonly string[],
  seen: ReadonlySet<string>,
): Promise<void> {
  if (absent.length === 0 || seen.size === 0) return;
  const names = `${plural(absent.length, 'field')} ${absent.join(', ')}`;
  await context.notice(
    `No record has the ${names}. The fields are: ${[...seen].map(toLine).join(', ')}.`,
  );
}

async function unknownFields(
  unknown: readonly AskedField[],
  fields: ReadonlySet<string>,
): Promise<UsageError> {
  const { mostSimilar } = await import('../../columns/similarity.ts');
  const meant = unknown.flatMap(({ name }) => mostSimilar(name, fields) ?? []);
  const names = unknown.map(({ flag, name }) => `${flag} ${name}`).join(', ');
  const all = `the fields are ${[...fields].join(', ')}`;
  return new UsageError(`unknown ${plural(unknown.length, 'field')}: ${names}`, {
    fix: meant.length === 0 ? all : `did you mean ${[...new Set(meant)].join(', ')}? (${all})`,
  });
}
