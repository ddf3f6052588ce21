// Finds the submitters of a file of submissions as --speakers and --submitter-email specify, or
// among the speakers of the event.

import {
  findMapping,
  type MappedColumn,
  type Mapping,
  mapColumns,
} from '../../../columns/mapping.ts';
import { columnFix } from '../../../columns/missing-columns.ts';
import { mappingTerms, readTable } from '../../../columns/read-table.ts';
import { amount } from '../../../contract/amount.ts';
import { endpoints } from '../../../contract/index.ts';
import { InvalidInputError, UsageError } from '../../../errors.ts';
import type { Sheet } from '../../../files/table.ts';
import type { ImportOptions } from '../../../import/options.ts';
import type { RecordRow } from '../../../import/record-table.ts';
import {
  directoryTable,
  eventDirectory,
  readDirectory,
  type SpeakerDirectory,
} from '../../../import/speaker-directory.ts';
import { findIn, type Submitters, submitterAddress } from '../../../import/submitters.ts';
import { isAddress } from '../../../people/address.ts';
import type { Context } from '../../context.ts';
import { openOtherRows } from '../../row-source.ts';
import { isRegularFile } from '../../user-files.ts';
import type { ImportFlags } from './file-flags.ts';

/** @throws {UsageError} for flags that do not fit, and a file that cannot be read */
export async function readSubmitters(
  context: Context<Pick<ImportFlags, 'submitterEmail' | 'speakers' | 'encoding'>>,
): Promise<Pick<ImportOptions, 'submitters' | 'submitterEmail' | 'speakersSha256'>> {
  const { submitterEmail, speakers } = context.flags;
  if (submitterEmail !== undefined)
    return { submitterEmail, submitters: oneSubmitter(submitterEmail) };
  if (speakers === undefined) return { submitters: submittersOfEvent(context) };
  const { source, directory } = await openDirectory(context, speakers);
  return { speakersSha256: source.sha256(), submitters: submittersFrom(directory) };
}

/**
 * Rows with a name and no address: of all rows, if no column has addresses, else of those with an
 * empty cell.
 */
function submittersOfEvent(context: Context): Submitters {
  return {
    async open({ sheet, spec, terms }) {
      const { mapping, missing } = findMapping(terms);
      const [first] = nameColumns(mapping);
      if (first === undefined || missing.some(({ field }) => field !== submitterAddress))
        return undefined;
      const email = mapping.mapped.find(({ target }) => target === submitterAddress);
      const rows = readTable({ spec, mapping, sheet }).rows();
      if (!hasLacking(rows)) return undefined;
      const path = { event_id: await context.requiredEvent() };
      const directory = await eventDirectory(
        (await context.client()).pages(endpoints.listSpeakers, { path }),
      );
      const find = directory.isEmpty() ? undefined : findIn(directory, sheet.columns, first.column);
      if (find === undefined || email === undefined) return find;
      return (row) => {
        const match = find(row);
        if (match === undefined) return undefined;
        // Beside rows with addresses, who is not in the event has none, and of several people it is
        // unknown who submits.
        const isKnown =
          'fault' in match ? match.fault.code === 'ambiguous_speaker' : match.others.length === 0;
        return isKnown ? match : undefined;
      };
    },
    readsNames: () => true,
    notice: (count) => `${addressesFrom(count)} the speakers of the event, found by name.`,
  };
}

/** Whether a row names people, and has no address. */
function hasLacking(rows: Iterable<RecordRow>): boolean {
  for (const { people } of rows) {
    const { people: named = [], address } = people.submitter ?? {};
    const hasAddress = address !== undefined || named.some(({ email }) => email !== undefined);
    if (named.length > 0 && !hasAddress) return true;
  }
  return false;
}

function oneSubmitter(email: string): Submitters {
  if (!isAddress(email)) {
    throw new UsageError(`--submitter-email ${email}: not an e-mail address`, {
      fix: 'write it as name@example.org',
    });
  }
  return {
    open: async () => () => ({ fields: { [submitterAddress]: email }, others: [] }),
    notice: (count) =>
      `The submitter of ${amount(count, 'submission')} is ${email} (--submitter-email), ` +
      'without a name.',
  };
}

/** The columns of whole names, or of their parts. */
function nameColumns({ mapped }: Mapping): readonly MappedColumn[] {
  const named = mapped.filter(({ target }) => ['name', ...nameParts].includes(target));
  return named.toSorted((a, b) => Number(b.target === 'name') - Number(a.target === 'name'));
}

const nameParts = ['submitter_first_name', 'submitter_last_name'];

function submittersFrom(directory: SpeakerDirectory): Submitters {
  return {
    async open({ sheet, terms }) {
      const [names] = nameColumns(findMapping(terms).mapping);
      const find = findIn(directory, sheet.columns, names?.column);
      if (find === undefined) throw noSpeakers(sheet, directory.file);
      return find;
    },
    readsNames: (columns) => directory.idColumns(columns).length === 0,
    fix: `write names as in ${directory.file}, or add the speakers with their addresses to it`,
    notice: (count) => `${addressesFrom(count)} ${directory.file}.`,
  };
}

function addressesFrom(count: number): string {
  return `${amount(count, 'submission has', 'submissions have')} the submitter's address from`;
}

/**
 * Reads the file of speakers. `--encoding` is that of the submissions: it applies to the speakers
 * only if they are not UTF-8 text.
 */
async function openDirectory(context: Context<Pick<ImportFlags, 'encoding'>>, path: string) {
  const { encoding } = context.flags;
  // What came through a pipe cannot be read again.
  if (encoding === undefined || !isRegularFile(path)) return readSpeakers(context, path, encoding);
  return readSpeakers(context, path, undefined).catch(async (error: unknown) => {
    if (!(error instanceof InvalidInputError) || error.details[0]?.code !== 'invalid_bytes')
      throw error;
    await context.notice(`${path} is not UTF-8 text, and is read as ${encoding} (--encoding).`);
    return readSpeakers(context, path, encoding);
  });
}

async function readSpeakers(context: Context, path: string, encoding: string | undefined) {
  const source = await openOtherRows(context, path, { contents: 'speakers', encoding });
  const sheet = await source.open();
  const terms = { ...mappingTerms(sheet, directoryTable), map: [], mustRename: true };
  return { source, directory: readDirectory(sheet, mapColumns(terms)) };
}

function noSpeakers(
  { file, columns, headerLine: line = 1 }: Sheet,
  speakers: string,
): InvalidInputError {
  return new InvalidInputError(
    `${file} has no column of speakers' names or ids to look up in ${speakers}`,
    {
      details: [
        {
          file,
          line,
          field: 'name',
          message: 'no column was recognized as names or ids of speakers',
        },
      ],
      fix: columnFix({ columns, kind: 'submissions' }, ['name']),
    },
  );
}
