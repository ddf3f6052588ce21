// Owns why the rows of an import may not be sent: invalid ones, and records that have changed.

import { listFaults } from '../columns/fault-list.ts';
import { namesFixes } from '../columns/name-form.ts';
import { statusKey } from '../columns/status-words.ts';
import { amount, plural } from '../contract/amount.ts';
import type { Resource } from '../contract/endpoint.ts';
import { flagValue } from '../contract/escape.ts';
import { statuses } from '../contract/statuses.ts';
import type { InputFault } from '../errors.ts';
import { fileRowsIn, rowsIn } from '../runs/part.ts';
import type { Refusal } from '../runs/refusal.ts';
import type { RowFault } from '../runs/row.ts';
import { faultsIn } from '../runs/rows.ts';
import type { Batch } from './batch.ts';
import { newName, newNameFix } from './group-ids.ts';
import { unclearRows } from './paper-rows.ts';
import { noSubmitter, unknownSpeaker } from './submitters.ts';

/**
 * Why invalid rows are not sent.
 * @param otherwise how to send the others; undefined if there is no way
 */
export function invalidRows(batch: Batch, file: string, otherwise: string | undefined): Refusal {
  const { listed, total } = listFaults(locatedIn(file, faultsIn(batch.rows)));
  const rows = rowsIn(batch);
  const rejected = batch.rows.count('rejected');
  const isImport = batch.matching === 'key';
  const isDivided = fileRowsIn(batch) < rows;
  const all = isDivided ? amount(rows, 'person', 'people') : amount(rows, 'row');
  const problem = isImport ? `${plural(rejected, 'is', 'are')} invalid` : 'cannot be applied';
  const hasOthers = rejected < rows - batch.rows.count('untouched');
  const also = hasOthers && otherwise !== undefined ? `, or ${otherwise}` : '';
  const hidden = total > listed.length ? ` (only the first of ${total} faults are shown)` : '';
  return {
    kind: 'invalid_input',
    problem: `${rejected} of ${all} ${problem}`,
    details: listed,
    fixes: [`fix the rows${also}${hidden}`, ...fixesFor(batch)],
  };
}

/** Why records that have changed since they were seen are not changed. The plan has the fix. */
export function changedRecords({ rows, undoes }: Batch, file: string): Refusal {
  const conflicts = rows.count('conflict');
  const have = conflicts === 1 ? 'record has' : 'records have';
  const since = undoes === undefined ? 'the plan was created' : `run ${undoes}`;
  return {
    kind: 'conflict',
    problem: `${conflicts} ${have} changed in the service since ${since}`,
    details: listFaults(locatedIn(file, faultsIn(rows, 'conflict'))).listed,
    fixes: [],
  };
}

/**
 * What to do about faults of each kind. Flags map the columns of a file, and not the fields of a
 * saved plan or a program.
 */
function fixesFor(batch: Batch): readonly string[] {
  const { endpoint, mapping, matching, hasBase, undoes, creates } = batch;
  const isFile = mapping.mapped.length > 0;
  /** By code, the columns of the faults. */
  const columns = new Map<string, Set<string>>();
  /** By the form in which they are compared. */
  const words = new Map<string, { readonly word: string; readonly count: number }>();
  let hasNewNames = false;
  for (const { code, column, field, value } of faultsIn(batch.rows, 'rejected')) {
    // Without a track or a format, a submission is complete.
    const isGroup = field === 'track_id' || field === 'format_id';
    const isOptional =
      isGroup && ['string_too_long', 'unknown_name', newName, 'ambiguous_name'].includes(code);
    const kind = isOptional ? 'optional' : code;
    const named = columns.get(kind) ?? new Set();
    columns.set(kind, named);
    if (column !== undefined) named.add(column);
    if (code === newName) hasNewNames = true;
    if (code !== 'unknown_status' || value === undefined) continue;
    const { word = value, count = 0 } = words.get(statusKey(value)) ?? {};
    words.set(statusKey(value), { word, count: count + 1 });
  }
  const without = (kind: string) =>
    [...(columns.get(kind) ?? [])].map((column) => `--map ${flagValue(`${column}=`)}`);
  const fixes: string[] = [];
  if (hasNewNames) fixes.push(newNameFix);
  if (columns.has('optional') && isFile)
    fixes.push(`${without('optional').join(' ')} leaves out a column`);
  const several = ['several_people', 'unclear_people', 'several_addresses'].find((kind) =>
    columns.has(kind),
  );
  if (several !== undefined) {
    const one = endpoint.resource === 'submissions' ? 'the submitter' : 'one person in each row';
    fixes.push(
      `write ${one} as "First Last", or as many addresses as names in the same order, ` +
        'separated by semicolons',
    );
    if (isFile && several !== 'several_addresses')
      fixes.push(`${without(several).join(' ')} imports without names`);
    if (isFile && columns.has('unclear_people')) fixes.push(...namesFixes(unclearCells(batch)));
  }
  if (columns.has(unclearRows)) {
    const speakers = '--one-row-per speaker if rows of one title are the speakers of one talk';
    fixes.push(`pass ${speakers}, or --one-row-per talk if they are several talks`);
  }
  if (columns.has(noSubmitter) || columns.has(unknownSpeaker)) {
    const one = 'pass one address for all talks without one with --submitter-email ADDRESS';
    const file = 'or a file of speakers who have addresses with --speakers FILE';
    fixes.push(batch.submitters?.fix ?? `${one}, ${file}`);
  }
  if (columns.has('other_person')) fixes.push('give each person an address of their own');
  if (columns.has('not_found') && undoes === undefined && !creates) {
    const creation = `to create what is new, use \`plenary ${endpoint.resource} import FILE\``;
    fixes.push(hasBase ? '--create creates the records that are missing' : creation);
  }
  if (columns.has('fixed_field')) {
    const names = [...(columns.get('fixed_field') ?? [])].map((column) => JSON.stringify(column));
    const restored = `restore the values of ${names.join(' and ')}, or remove the column`;
    fixes.push(
      isFile ? `to leave a column out, pass ${without('fixed_field').join(' ')}` : restored,
    );
  }
  if (words.size > 0) {
    fixes.push(wordsFix([...words.values()], endpoint.resource));
    const ignoring = without('unknown_status').join(' ');
    if (matching === 'key') fixes.push(`${ignoring} imports without statuses`);
  }
  return fixes;
}

/** The cells that may name one person or several. */
function unclearCells({ rows, mapping: { mapped } }: Batch): readonly string[] {
  const cells = new Set<string>();
  for (const { state, note, source = [] } of rows) {
    if (state !== 'rejected') continue;
    for (const { code, column } of note.faults ?? []) {
      const index = mapped.find((one) => one.column === column)?.index;
      const cell = index === undefined ? undefined : source[index];
      if (code === 'unclear_people' && cell !== undefined) cells.add(cell);
    }
  }
  return [...cells];
}

function wordsFix(
  words: readonly { readonly word: string; readonly count: number }[],
  resource: Resource,
): string {
  const counted = words.map(({ word, count }) => `${JSON.stringify(word)} (${count})`).join(', ');
  const flags = words.map(({ word }) => `--status-map ${flagValue(`${word}=STATUS`)}`).join(' ');
  const known = statuses[resource].recommended.join(', ');
  return [
    `specify what these words mean: ${counted}, with ${flags}`,
    `where STATUS is one of ${known}`,
    'or a new one with --allow-new-value',
  ].join(', ');
}

function* locatedIn(file: string, faults: Iterable<RowFault>): IterableIterator<InputFault> {
  for (const fault of faults) yield { file, ...fault };
}
