// Completes a file of submissions with addresses, as --speakers and --submitter-email specify.
import { isAddress } from '../../../columns/address.ts';
import { cellText } from '../../../columns/cell.ts';
import { findMapping, type Mapping, type MissingField } from '../../../columns/mapping.ts';
import { nameForms } from '../../../columns/name-form.ts';
import type { MapEntry } from '../../../columns/user-mapping.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { endpoints } from '../../../contract/index.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import { sampleRows } from '../../../files/rows.ts';
import type { Sheet } from '../../../files/table.ts';
import { type NameColumns, nameColumns } from '../../../import/name-columns.ts';
import type { ImportOptions } from '../../../import/options.ts';
import { eventDirectory, readDirectory } from '../../../import/speaker-directory.ts';
import {
  type Completed,
  type SubmitterCounts,
  withMissingSubmitters,
  withOneSubmitter,
  withSubmittersFrom,
} from '../../../import/submitters.ts';
import type { Context } from '../../context.ts';
import { withForm } from '../../mapping/columns.ts';
import { amount } from '../../output/text.ts';
import { openRows } from '../../row-source.ts';
import { isRegularFile } from '../../user-files.ts';
import type { ImportFlags } from '../records/flags.ts';

export interface Submitters extends Pick<ImportOptions, 'complete' | 'submitterEmail' | 'speakersSha256'> {
  /** Says where the addresses come from, once the rows are read. */
  readonly notice: () => Promise<void>;
  /** Whether all rows have the given address, so that their names are not imported. */
  readonly ignoresNames?: () => boolean;
  /** The columns whose cells are looked up in another file, once the rows are read. */
  readonly lookedUp?: () => readonly string[];
}

type SubmitterFlags = Pick<
  ImportFlags,
  'submitterEmail' | 'speakers' | 'allowOddAddresses' | 'encoding' | 'map' | 'names' | 'onConflict'
>;

/** What the file of submissions is mapped to, and by which map file. */
interface MappingTerms extends Pick<Endpoint, 'resource' | 'body'> {
  readonly mapFile: readonly MapEntry[];
}

/** @throws {UsageError} for flags that do not fit, and a file that cannot be read */
export async function readSubmitters(context: Context<SubmitterFlags>, terms: MappingTerms): Promise<Submitters> {
  const { submitterEmail: email, speakers } = context.flags;
  if (terms.resource !== 'submissions') return { notice: async () => {} };
  if (email !== undefined) return submittersBy(context, terms, oneSubmitter(context, email));
  const way = speakers === undefined ? submittersOfEvent(context) : await submittersFrom(context, speakers);
  return submittersBy(context, terms, way);
}

/** One way to complete a file. */
interface Way extends Pick<Submitters, 'submitterEmail' | 'speakersSha256'> {
  /** @returns undefined if the sheet stays as it is */
  complete(found: Awaited<ReturnType<typeof mapped>>): Promise<Completed | undefined>;
  /** Where the addresses come from; undefined if there is nothing to say. */
  text(counts: SubmitterCounts): string | undefined;
}

function submittersBy(
  context: Context<SubmitterFlags>,
  terms: MappingTerms,
  { complete, text, ...others }: Way,
): Submitters {
  let completed: Completed | undefined;
  return {
    ...others,
    ignoresNames: () => others.submitterEmail !== undefined && completed?.counts.own === 0,
    lookedUp: () => completed?.lookedUp ?? [],
    async complete(opened) {
      const found = await mapped(context, terms, opened);
      completed = await complete(found);
      return completed?.sheet ?? found.sheet;
    },
    async notice() {
      const notice = completed && text(completed.counts);
      if (notice !== undefined) await context.notice(notice);
    },
  };
}

/** Rows with a name and no address: of all rows, if no column can have addresses, else of those with an empty cell. */
function submittersOfEvent(context: Context): Way {
  const load = async () => {
    const path = { event_id: await context.required('event') };
    return eventDirectory((await context.client()).pages(endpoints.listSpeakers, { path }));
  };
  return {
    async complete({ sheet, mapping, missing }) {
      const names = namesIn(sheet, mapping);
      const absent = missing.find(({ field }) => field === 'submitter_email');
      if (names === undefined || missing.some((one) => one !== absent)) return undefined;
      if (absent === undefined) return withMissingSubmitters(sheet, mapping, names, load);
      const directory = absent.suggested.length > 0 ? undefined : await load();
      return directory?.size ? withSubmittersFrom(sheet, mapping, directory, names) : undefined;
    },
    text: ({ given }) =>
      given === 0 ? undefined : `${addressesFrom(given)} the speakers of the event, found by name.`,
  };
}

function oneSubmitter(context: Context<SubmitterFlags>, email: string): Way {
  if (!isAddress(email) && !context.flags.allowOddAddresses) {
    throw new UsageError(`--submitter-email ${email}: not an e-mail address`, { fix: 'write it as name@example.org' });
  }
  let hasNames = false;
  return {
    submitterEmail: email,
    async complete({ sheet, mapping }) {
      hasNames = mapping.mapped.some(({ fields }) => fields.some((field) => /^submitter_\w+_name$/.test(field)));
      return withOneSubmitter(sheet, mapping, email);
    },
    text({ own, given }) {
      const names = hasNames && given > 0 ? ' The names in these rows are not imported.' : '';
      const others = own > 0 ? ` ${amount(own, 'row has', 'rows have')} an address in the file.` : '';
      return `The submitter of ${amount(given, 'submission')} is ${email} (--submitter-email).${names}${others}`;
    },
  };
}

async function submittersFrom(context: Context<SubmitterFlags>, path: string): Promise<Way> {
  const { source, directory } = await openDirectory(context, path);
  return {
    speakersSha256: source.sha256(),
    async complete({ sheet, mapping }) {
      const completed = await withSubmittersFrom(sheet, mapping, directory, namesIn(sheet, mapping));
      if (completed === undefined) throw noSpeakers(sheet, source.file);
      return completed;
    },
    text: ({ given }) => `${addressesFrom(given)} ${source.file}.`,
  };
}

function addressesFrom(count: number): string {
  return `${amount(count, 'submission has', 'submissions have')} the submitter's address from`;
}

/** Reads the file of speakers. `--encoding` is that of the submissions: it applies to the speakers only if they are not UTF-8 text. */
async function openDirectory(context: Context<SubmitterFlags>, path: string) {
  const { encoding: given } = context.flags;
  // What came through a pipe cannot be read again.
  if (!isRegularFile(path)) return readSpeakers(context, path, given);
  try {
    return await readSpeakers(context, path, undefined);
  } catch (error) {
    const isEncoding = error instanceof InvalidInputError && error.details[0]?.code === 'invalid_bytes';
    if (!isEncoding || given === undefined) throw error;
    const read = await readSpeakers(context, path, given);
    await context.notice(`${path} is not UTF-8 text, and is read as ${given} (--encoding).`);
    return read;
  }
}

async function readSpeakers(context: Context, path: string, encoding: string | undefined) {
  const source = await openRows(context, path, 'speakers', { encoding });
  const { file } = source;
  const sheet = await source.open();
  const { sample, lines } = sampleRows(sheet);
  const used = ['email', 'first_name', 'last_name'];
  const fields = fieldsOf(endpoints.createSpeaker.body).filter(({ name }) => used.includes(name));
  const terms = { file, columns: sheet.columns, sample, lines, kind: 'speakers' as const, fields, map: [] };
  const { mapping, missing } = findMapping(terms);
  if (missing.length > 0) throw noAddresses(sheet, missing);
  return { source, directory: await readDirectory(sheet, mapping) };
}

/** The sheet as an import maps it, whether or not it has a column of addresses. */
async function mapped(context: Context<SubmitterFlags>, { resource, body, mapFile }: MappingTerms, sheet: Sheet) {
  const { map, names, onConflict } = context.flags;
  const created = fieldsOf(body);
  const others = onConflict === 'update' ? fieldsOf(endpoints.updateSubmission.body) : [];
  const { sample, lines } = sampleRows(sheet);
  const { mapping, missing } = findMapping({
    file: sheet.file,
    columns: sheet.columns,
    ...{ sample, lines, rows: sheet.rows },
    kind: resource,
    fields: [...created, ...others.filter(({ name }) => created.every((field) => field.name !== name))],
    map,
    mapFile,
  });
  return { sheet, mapping: withForm(mapping, nameForms[names ?? '']), missing };
}

/** Undefined without a column of names. */
function namesIn({ file, columns, rows }: Sheet, mapping: Mapping): NameColumns | undefined {
  const fields = [{ name: 'speakers', description: '', type: 'string' as const, required: false, nullable: false }];
  const [list] = findMapping({ file, columns, rows, kind: 'sessions', fields, map: [] }).mapping.mapped;
  const isWhole = mapping.mapped.some(({ target }) => target === 'name');
  if (list === undefined || isWhole) return nameColumns(mapping);
  return { indexes: [list.index], form: list.nameForm, read: (cells) => cellText(list, cells) };
}

function noAddresses(
  { file, columns, headerLine: line = 1 }: Sheet,
  missing: readonly MissingField[],
): InvalidInputError {
  const fields = missing.map(({ field }) => field);
  return new InvalidInputError(`${file} (--speakers) has no column for ${fields.join(', ')}`, {
    details: fields.map((field) => ({
      ...{ file, line, field },
      message: `required, and no column matches it; the columns are: ${columns.filter(Boolean).join(', ')}`,
    })),
    advice: { kind: 'rename_columns', file, fields },
  });
}

function noSpeakers({ file, columns, headerLine: line = 1 }: Sheet, speakers: string): InvalidInputError {
  return new InvalidInputError(`${file} has no column of speakers' names or ids to look up in ${speakers}`, {
    details: [{ file, line, field: 'name', message: 'no column was recognized as names or ids of speakers' }],
    advice: { kind: 'map_columns', entries: [{ field: 'name' }], columns },
  });
}
