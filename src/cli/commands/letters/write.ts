// Owns `letters write`, from the flags to the report. Must not know how a letter is filled or kept.
import { existsSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { listFaults } from '../../../columns/fault-list.ts';
import { mapColumns } from '../../../columns/mapping.ts';
import { mappingTerms } from '../../../columns/read-table.ts';
import { refuseRepeated } from '../../../columns/repeated-headers.ts';
import { placeholderColumns, refuseUnknown } from '../../../columns/template.ts';
import { amount } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { normalForm } from '../../../contract/normal-form.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import { refuseMergedCells } from '../../../files/merged-areas.ts';
import type { Sheet } from '../../../files/table.ts';
import { decodeText } from '../../../files/text.ts';
import { readLedger } from '../../../letters/ledger.ts';
import type { Mailbox } from '../../../letters/letter.ts';
import { outboxName, readOutbox } from '../../../letters/outbox.ts';
import { listTable, type PeopleList, readPeopleList } from '../../../letters/people.ts';
import { type LetterPlan, planLetters } from '../../../letters/plan.ts';
import { type LetterTemplate, parseLetterTemplate, piecesIn } from '../../../letters/template.ts';
import { type LetterPlaces, ledgerOf, writeLetters } from '../../../letters/write.ts';
import { refuseOther } from '../../../program/entries.ts';
import { refuseLinkOut } from '../../../program/outputs.ts';
import { realPath } from '../../../real-path.ts';
import type { Context } from '../../context.ts';
import type { letterReport } from '../../documents.ts';
import type { ColumnFlags } from '../../flag-sets.ts';
import { printRecord } from '../../output/records.ts';
import { toLine } from '../../output/terminal-text.ts';
import { savedRuns } from '../../review/sending.ts';
import { openRows } from '../../row-source.ts';
import { readSource } from '../../source.ts';
import { folderForFiles } from '../../working-folder.ts';

interface WriteFlags extends Omit<ColumnFlags, 'names'> {
  readonly for: string;
  readonly out: string;
  readonly from: Mailbox;
  readonly changed: boolean;
}

/**
 * @throws {UsageError} for a template that cannot be used
 * @throws {InvalidInputError} for a list with people to whom no letter can be written
 */
export async function writeTemplate(
  context: Context<WriteFlags>,
  { template: path }: { readonly template: string },
): Promise<void> {
  const { io, flags } = context;
  const template = await readTemplate(context, path);
  const name = normalForm(basename(path, extname(path)), 'NFC');
  const places = await placesOf(context);
  const { sheet, list } = await readList(context, template);
  const ledgerFile = ledgerOf(places);
  // Two commands at once would each write a letter to the same people.
  const lock = savedRuns(io).lockFile(realPath(ledgerFile));
  try {
    const ledger = readLedger(ledgerFile);
    readOutbox(join(places.out, outboxName));
    const writesChanged = flags.changed;
    const plan = planLetters({ template, name, list, sheet, ledger, writesChanged });
    refuseFaults(plan, sheet);
    await writeAll(context, name, places, plan);
    await printReport(context, name, places, plan);
  } finally {
    lock.release();
  }
}

/** A signal lets it complete the letters that it has begun. */
async function writeAll(
  { io, flags }: Context<WriteFlags>,
  template: string,
  places: LetterPlaces,
  { letters }: LetterPlan,
): Promise<void> {
  const release = io.holdSignals();
  try {
    const { from } = flags;
    const envelope = { from, template, date: io.clock.date(), signal: io.stopped };
    await writeLetters(letters, places, envelope);
  } finally {
    await release();
  }
}

async function readTemplate(context: Context<WriteFlags>, path: string): Promise<LetterTemplate> {
  if (path === '-') {
    throw new UsageError(
      'the template must be a file, because the ledger lists letters by its name',
      {
        fix: 'save the template as a file',
      },
    );
  }
  const bytes = await readSource(context.io, await context.source(path));
  const text = decodeText(bytes, { file: path, fix: 'save the template as UTF-8' });
  return parseLetterTemplate(text, path);
}

/**
 * @throws {UsageError} for letters among the files of a program
 * @throws {InvalidInputError} for a link that leads out of a program, or to nothing
 */
async function placesOf(context: Context<WriteFlags>): Promise<LetterPlaces> {
  const { global, io, flags } = context;
  const { out, for: list } = flags;
  const working = await folderForFiles({ typed: global.folder, userId: io.userId });
  const folder = working?.path;
  if (folder !== undefined && realPath(folder) === realPath(out)) {
    throw new UsageError(`--out ${out} is the folder of the program`, {
      fix: 'name a folder for the letters alone, such as --out letters',
    });
  }
  refuseLinkOut(out);
  // A link to nothing is no place for a folder.
  if (!existsSync(out)) refuseOther(out, 'folder');
  return { out, list, folder };
}

async function readList(
  context: Context<WriteFlags>,
  template: LetterTemplate,
): Promise<{ readonly sheet: Sheet; readonly list: PeopleList }> {
  const { for: path, map } = context.flags;
  const sheet = await (await openRows(context, path, 'speakers')).open();
  const { columns } = sheet;
  const pieces = piecesIn(template);
  refuseUnknown(pieces, { file: template.file, fields: [], columns });
  const terms = mappingTerms(sheet, listTable);
  const mapping = mapColumns({ ...terms, map });
  const used = placeholderColumns(pieces, columns);
  refuseRepeated(terms, used);
  refuseMergedCells(sheet, [...used, ...mapping.mapped.map(({ index }) => index)]);
  return { sheet, list: readPeopleList(sheet, mapping) };
}

/** @throws {InvalidInputError} with all faults together */
function refuseFaults({ faults }: LetterPlan, { file }: Sheet): void {
  if (faults.length === 0) return;
  throw new InvalidInputError(
    `${file} has ${amount(faults.length, 'fault')}; no letter was written`,
    {
      details: listFaults(faults).listed,
      fix: fixOf(new Set(faults.flatMap(({ code }) => code ?? []))),
    },
  );
}

function fixOf(codes: ReadonlySet<string>): string {
  if (codes.has('several_values')) {
    return (
      'correct these rows, and write a placeholder with several values of one person between the ' +
      'lines [each] and [end] of the template'
    );
  }
  if (codes.has('no_id')) {
    return 'add the ids of these people to the list, or give the template another name';
  }
  return codes.has('no_section')
    ? 'add lines for these rows to the template, or remove the rows'
    : 'correct these rows, or remove them';
}

async function printReport(
  context: Context<WriteFlags>,
  template: string,
  places: LetterPlaces,
  { letters, people, unchanged, different }: LetterPlan,
): Promise<void> {
  const { out } = places;
  const report: DocumentOf<typeof letterReport> = {
    schemaVersion: '2.0',
    template,
    folder: out,
    ledger: ledgerOf(places),
    counts: { people, written: letters.length, unchanged, different },
    written: letters.map(({ file }) => file),
  };
  if ((await context.format()) !== 'table') await printRecord(context, report);
  if (letters.length === 0) await context.notice('No letter was written.');
  else {
    const count = amount(letters.length, 'letter was', 'letters were');
    await context.notice(`${count} written to ${toLine(out)}; nothing was sent.`);
  }
  if (unchanged > 0) {
    await context.notice(`${amount(unchanged, 'person has', 'people have')} this letter already.`);
  }
  if (different === 0) return;
  const have = `${amount(different, 'person has', 'people have')} it with another text`;
  await context.notice(
    `${have}, and did not get this one. To correct the first letter, pass --changed. For a ` +
      `second announcement, give the template another name, such as ${toLine(template)}-2.txt.`,
  );
}
