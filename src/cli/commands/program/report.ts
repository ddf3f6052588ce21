// Owns what the commands of a program print, and the errors for files that have been edited.

import { basename, join } from 'node:path';
import { excerpt } from '../../../client/message-text.ts';
import { byKind, kinds, type RecordKind } from '../../../combined/kinds.ts';
import { maskAddresses } from '../../../contract/address.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { shellWord } from '../../../contract/escape.ts';
import { isPrivateField } from '../../../contract/key.ts';
import { ConflictError, type InputFault } from '../../../errors.ts';
import type { Conflict, ProgramComparison } from '../../../program/comparison.ts';
import { programFiles } from '../../../program/files.ts';
import type { ProgramOptions, ProgramStatus } from '../../../program/program.ts';
import { isEdited, type PullResult } from '../../../program/pull.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecord, printRecords } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { amount, plural, quoted } from '../../output/text.ts';
import type { programStatus } from './report-schema.ts';

type Target = Pick<ProgramOptions, 'folder' | 'baseUrl' | 'event'>;

/** What was written, and what each side had changed. */
export async function printPulled(context: Context, target: Target, result: PullResult): Promise<void> {
  const { counts, written, otherFields, unreadableSessions } = result;
  const names = written.map((path) => basename(path)).filter((name) => name in visible);
  await printComparisons(context, target, result, { counts, written: names });
  await noticeLeftOut(context, result);
  await context.notice(
    names.length === 0 ? 'No file has changed.' : `Written to ${target.folder}: ${names.join(', ')}.`,
  );
  for (const [resource, fields] of otherFields) {
    const list = [...fields].sort().map(toLine).join(', ');
    await context.notice(`Not in ${programFiles[resource].name}, because the API cannot write them as text: ${list}.`);
  }
  if (unreadableSessions === 0) return;
  const sessions = `${amount(unreadableSessions, 'session')} whose room or start cannot be read`;
  await context.notice(`Not in schedule.csv: ${sessions}. Run \`plenary sessions check\` to list them.`);
}

export async function printStatus(context: Context, target: Target, status: ProgramStatus): Promise<void> {
  await printComparisons(context, target, status);
  await noticeLeftOut(context, status);
  if (!status.hasSnapshot) {
    await context.notice(
      'There is no snapshot of the last pull, so that the files are compared with the service alone: values that differ are conflicts.',
    );
  }
}

/** They are in no other count. */
async function noticeLeftOut(context: Context, { comparisons }: Pick<ProgramStatus, 'comparisons'>): Promise<void> {
  for (const resource of kinds) {
    const { leftOut } = comparisons[resource].counts;
    if (leftOut === 0) continue;
    const records = amount(leftOut, resource === 'sessions' ? 'session' : 'record');
    const name = programFiles[resource].name;
    await context.notice(
      `Not in ${name}: ${records} whose ${plural(leftOut, 'row was', 'rows were')} removed (a row with nothing but its id brings it back at the next pull).`,
    );
  }
}

export function hasChanges({ comparisons }: Pick<ProgramStatus, 'comparisons'>): boolean {
  return Object.values(comparisons).some((each) => isEdited(each) || sum(each.counts.service) > 0);
}

async function printComparisons(
  context: Context,
  { folder, baseUrl, event }: Target,
  { comparisons, hasSnapshot }: Pick<ProgramStatus, 'comparisons' | 'hasSnapshot'>,
  more: { readonly counts?: PullResult['counts']; readonly written?: readonly string[] } = {},
): Promise<void> {
  if ((await context.format()) === 'json') {
    const resources = byKind((name) => comparisons[name].counts);
    const conflicts = kinds.flatMap((name) => comparisons[name].conflicts.map(withoutPrivateValues));
    const head = { schemaVersion: '1.0', folder, baseUrl, event, hasSnapshot } as const;
    const report: DocumentOf<typeof programStatus> = { ...head, ...more, resources, conflicts };
    return printRecord(context, report);
  }
  const rows = kinds.map((resource) => {
    const { service, files, conflicts } = comparisons[resource].counts;
    const records = more.counts === undefined ? {} : { records: more.counts[resource] };
    return { file: programFiles[resource].name, ...records, service: listOf(service), files: listOf(files), conflicts };
  });
  const defaultFields = ['file', 'records', 'service', 'files', 'conflicts'];
  return printRecords(context, oneBatch(rows), { noun: 'files', defaultFields });
}

/** Files whose names people know. */
const visible: Readonly<Record<string, true>> = Object.fromEntries(
  Object.values(programFiles)
    .flatMap(({ name, privateName }) => [name, privateName ?? name])
    .map((name) => [name, true as const]),
);

/** `2 changed, 1 new` */
export function listOf(counts: object): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  return parts.length === 0 ? 'no change' : parts.map(([what, count]) => `${count} ${what}`).join(', ');
}

function sum(counts: object): number {
  return Object.values(counts).reduce((total: number, count: number) => total + count, 0);
}

/** The error for files that a pull would overwrite. */
export function refusal(folder: string, { comparisons, hasSnapshot }: PullResult): ConflictError {
  const details = kinds
    .filter((resource) => isEdited(comparisons[resource]))
    .map((resource) => ({
      file: join(folder, programFiles[resource].name),
      message: listOf(comparisons[resource].counts.files),
    }));
  const command = `plenary program pull ${shellWord(folder)} --merge`;
  return hasSnapshot
    ? new ConflictError('the files have changes that are not in the service; nothing was written', {
        details,
        fix: 'apply them first, or merge what has changed in the service into the files',
        next: [{ command }],
      })
    : new ConflictError(
        'the files differ from the service, and there is no snapshot of an earlier pull; nothing was written',
        {
          details,
          fix: 'choose the side whose values are used',
          next: [{ command: `${command} --prefer service` }, { command: `${command} --prefer file` }],
        },
      );
}

/** The error for conflicts that a merge has left; undefined without any. */
export function mergeError(folder: string, { comparisons }: PullResult): ConflictError | undefined {
  const total = kinds.reduce((sum, name) => sum + comparisons[name].counts.conflicts, 0);
  if (total === 0) return undefined;
  const listed = kinds.flatMap((resource) => comparisons[resource].conflicts);
  const found = new Set(listed.map(({ kind }) => kind));
  const isFields = found.has('field') && found.size === 1;
  const command = `plenary program pull ${shellWord(folder)} --merge`;
  return new ConflictError(
    `${isFields ? amount(total, 'value has', 'values have') : amount(total, 'record has', 'records have')} changed in the files and in the service; the files keep yours, and all other changes are merged`,
    {
      details: conflictFaults(folder, comparisons),
      fix: [
        ...(found.has('field')
          ? [`write the value of the service into ${plural(total, 'the cell', 'these cells')}`]
          : []),
        ...(found.has('removed_in_file') ? ['write a row with nothing but its id for a row that you want back'] : []),
        ...(found.has('removed_in_service')
          ? ['remove the row of a record that no longer exists, or its id to create it again']
          : []),
        'or choose a side for all of them',
      ].join(', '),
      next: [{ command: `${command} --prefer file` }, { command: `${command} --prefer service` }],
    },
  );
}

/** One fault for each conflict that is listed. */
export function conflictFaults(
  folder: string,
  comparisons: Readonly<Record<RecordKind, ProgramComparison>>,
): readonly InputFault[] {
  const listed = kinds.flatMap((resource) => comparisons[resource].conflicts);
  return listed.map(withoutPrivateValues).map(({ line, field, ...conflict }) => ({
    code: conflict.kind,
    file: join(folder, programFiles[conflict.resource].name),
    ...(line !== undefined && { line }),
    ...(field !== undefined && { column: field }),
    message: conflictText({ ...conflict, ...(field !== undefined && { field }) }),
  }));
}

/** `"Zero lost cents": the file has "A" (2027-01-02 10:00), the service "B" (2027-01-02 09:00); both had "C"` */
function conflictText({
  kind,
  id,
  title,
  base,
  file,
  service = '',
  fileChangedAt,
  serviceChangedAt,
}: Conflict): string {
  const name = title === '' ? id : quoted(shorten(title));
  const there = serviceChangedAt === undefined ? '' : ` (changed ${serviceChangedAt})`;
  const here = fileChangedAt === undefined ? '' : ` (changed ${fileChangedAt})`;
  switch (kind) {
    case 'field': {
      if (file === undefined) return `${name}: changed in the file${here} and in the service${there}`;
      const before = base === undefined ? '' : `; before, both had ${quoted(shorten(base))}`;
      return `${name}: the file has ${quoted(shorten(file))}${here}, the service has ${quoted(shorten(service))}${there}${before}`;
    }
    case 'removed_in_file':
      return `${name} (${id}): its row is removed, and the service has changed the record${there}`;
    case 'removed_in_service':
      return `${name} (${id}): the service no longer has the record, and its row is changed`;
  }
}

function shorten(text: string): string {
  return excerpt(maskAddresses(text), 60);
}

/** Logs store what is printed. */
export function withoutPrivateValues({ base, file, service, ...conflict }: Conflict): Conflict {
  const { field } = conflict;
  if (field === undefined || isPrivateField(field)) return conflict;
  return {
    ...conflict,
    ...(base !== undefined && { base }),
    ...(file !== undefined && { file }),
    ...(service !== undefined && { service }),
  };
}
