// Finds the submitters of a file of submissions as --speakers and --submitter-email specify, or among the speakers of the event.
import { isAddress } from '../../../columns/address.ts';
import { cellText, readCell } from '../../../columns/cell.ts';
import { findMapping, type Mapping, type MappingOptions, mapColumns } from '../../../columns/mapping.ts';
import type { MapEntry } from '../../../columns/user-mapping.ts';
import { fieldsOf } from '../../../contract/fields.ts';
import { endpoints } from '../../../contract/index.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import { sampleRows } from '../../../files/rows.ts';
import type { Sheet } from '../../../files/table.ts';
import type { ImportOptions } from '../../../import/options.ts';
import { eventDirectory, readDirectory } from '../../../import/speaker-directory.ts';
import {
  type FindSubmitter,
  findIn,
  type NameColumns,
  nameColumns,
  type Submitters,
  submitterAddress,
} from '../../../import/submitters.ts';
import type { Context } from '../../context.ts';
import { amount } from '../../output/text.ts';
import { openRows } from '../../row-source.ts';
import { isRegularFile } from '../../user-files.ts';
import type { ImportFlags } from '../records/flags.ts';

export interface SubmitterOptions extends Pick<ImportOptions, 'submitters' | 'submitterEmail' | 'speakersSha256'> {
  /** Says where the addresses come from, once the rows are read. */
  readonly notice?: () => Promise<void>;
}

type SubmitterContext = Context<Pick<ImportFlags, 'submitterEmail' | 'speakers' | 'allowOddAddresses' | 'encoding'>>;

/** @throws {UsageError} for flags that do not fit, and a file that cannot be read */
export async function readSubmitters(
  context: SubmitterContext,
  mapFile: readonly MapEntry[],
): Promise<SubmitterOptions> {
  const { submitterEmail: email, speakers } = context.flags;
  const { open, text, ...saved } =
    email !== undefined
      ? oneSubmitter(context, email)
      : speakers !== undefined
        ? await submittersFrom(context, speakers)
        : submittersOfEvent(context);
  const submitters: Submitters = {
    given: 0,
    open: (sheet, terms) => open(sheet, findMapping({ ...terms, mapFile })),
  };
  return {
    ...{ ...saved, submitters },
    async notice() {
      if (submitters.given > 0) await context.notice(text(submitters.given));
    },
  };
}

/** One way to find submitters. */
interface Way extends Pick<SubmitterOptions, 'submitterEmail' | 'speakersSha256'> {
  open(sheet: Sheet, found: ReturnType<typeof findMapping>): Promise<FindSubmitter | undefined>;
  /** Where the addresses come from. */
  text(given: number): string;
}

/** Rows with a name and no address: of all rows, if no column has addresses, else of those with an empty cell. */
function submittersOfEvent(context: Context): Way {
  return {
    async open(sheet, { mapping, missing }) {
      const names = namesIn(sheet, mapping);
      if (names === undefined || missing.some(({ field }) => field !== submitterAddress)) return undefined;
      const email = mapping.mapped.find(({ target }) => target === submitterAddress);
      const isLacking = ({ cells }: { readonly cells: readonly string[] }) =>
        names.read(cells) !== '' && (email === undefined || readCell(email, cells) === '');
      if (!sheet.rows.some(isLacking)) return undefined;
      const path = { event_id: await context.required('event') };
      const directory = await eventDirectory((await context.client()).pages(endpoints.listSpeakers, { path }));
      const find = directory.has('names') ? findIn(directory, sheet.columns, names) : undefined;
      if (find === undefined || email === undefined) return find;
      return (cells) => {
        const found = find(cells);
        if (found === undefined) return undefined;
        // Beside rows with addresses, who is not in the event has none, and of several people it is unknown who submits.
        const isKnown = 'fault' in found ? found.fault.code === 'ambiguous_speaker' : found.others.length === 0;
        return isKnown ? found : undefined;
      };
    },
    text: (given) => `${addressesFrom(given)} the speakers of the event, found by name.`,
  };
}

function oneSubmitter(context: SubmitterContext, email: string): Way {
  if (!isAddress(email) && !context.flags.allowOddAddresses) {
    throw new UsageError(`--submitter-email ${email}: not an e-mail address`, { fix: 'write it as name@example.org' });
  }
  let hasNames = false;
  return {
    submitterEmail: email,
    async open(_, { mapping }) {
      hasNames = nameColumns(mapping) !== undefined;
      return () => ({ fields: { [submitterAddress]: email }, others: [] });
    },
    text(given) {
      const names = hasNames ? ' The names in these rows are not imported.' : '';
      return `The submitter of ${amount(given, 'submission')} is ${email} (--submitter-email).${names}`;
    },
  };
}

async function submittersFrom(context: SubmitterContext, path: string): Promise<Way> {
  const { source, directory } = await openDirectory(context, path);
  return {
    speakersSha256: source.sha256(),
    async open(sheet, { mapping }) {
      const find = findIn(directory, sheet.columns, namesIn(sheet, mapping));
      if (find === undefined) throw noSpeakers(sheet, source.file);
      return find;
    },
    text: (given) => `${addressesFrom(given)} ${source.file}.`,
  };
}

function addressesFrom(count: number): string {
  return `${amount(count, 'submission has', 'submissions have')} the submitter's address from`;
}

/** Reads the file of speakers. `--encoding` is that of the submissions: it applies to the speakers only if they are not UTF-8 text. */
async function openDirectory(context: SubmitterContext, path: string) {
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
  const sheet = await source.open();
  const { sample, lines } = sampleRows(sheet);
  const used = ['email', 'first_name', 'last_name'];
  const fields = fieldsOf(endpoints.createSpeaker.body).filter(({ name }) => used.includes(name));
  const terms: MappingOptions = { ...sheet, sample, lines, kind: 'speakers', fields, map: [], mustRename: true };
  return { source, directory: readDirectory(sheet, mapColumns(terms)) };
}

/** Undefined without a column of names. */
function namesIn({ file, columns }: Sheet, mapping: Mapping): NameColumns | undefined {
  const fields = [{ name: 'speakers', description: '', type: 'string' as const, required: false, nullable: false }];
  const [list] = findMapping({ file, columns, kind: 'sessions', fields, map: [] }).mapping.mapped;
  const isWhole = mapping.mapped.some(({ target }) => target === 'name');
  if (list === undefined || isWhole) return nameColumns(mapping);
  return { column: list.column, read: (cells) => cellText(list, cells) };
}

function noSpeakers({ file, columns, headerLine: line = 1 }: Sheet, speakers: string): InvalidInputError {
  return new InvalidInputError(`${file} has no column of speakers' names or ids to look up in ${speakers}`, {
    details: [{ file, line, field: 'name', message: 'no column was recognized as names or ids of speakers' }],
    advice: { kind: 'map_columns', entries: [{ field: 'name' }], columns },
  });
}
