// Fills the feedback of submissions from a template, with a part for each status. Pure.

import type { FieldValues } from '../changes/change.ts';
import type { RecordData } from '../client/client.ts';
import { shownValue } from '../client/records.ts';
import { formulaFault } from '../columns/cell.ts';
import type { Mapping } from '../columns/mapping.ts';
import {
  isNamed,
  piecesOf,
  placeholderColumns,
  refuseUnknown,
  type TemplatePiece,
} from '../columns/template.ts';
import { type InputFault, UsageError } from '../errors.ts';
import type { RowFault, RunRow } from '../runs/row.ts';

/** The parts of a template by status; `*` is the part for every status. */
export type FeedbackTemplate = ReadonlyMap<string, readonly TemplatePiece[]>;

/** What fills the placeholders of one submission. */
export interface FeedbackSource {
  /** By column of the user's file. */
  readonly cells: ReadonlyMap<string, string>;
  /** The fields of the row. */
  readonly wanted: Readonly<Record<string, string | null>>;
  readonly record: RecordData;
}

/**
 * The feedback for one submission, the placeholders that have no value, or why the template gives
 * none.
 */
type FilledFeedback =
  | { readonly text: string }
  | { readonly empty: readonly string[] }
  | { readonly reason: NoFeedback };

/** Why a row does not get the feedback of the template. */
export type NoFeedback = Pick<RowFault, 'code' | 'message'>;

/**
 * The feedback of a row from the template. A row may have its own instead.
 * @param matchedBy the fields by which the row has found its record: it does not change them
 */
export type FeedbackFor = (
  row: RunRow,
  record: RecordData,
  matchedBy: readonly string[],
) => FilledFeedback;

/** The placeholders that every submission has, and the fields that fill them. */
const fieldsByName: Readonly<Record<string, string>> = {
  first_name: 'submitter_first_name',
  last_name: 'submitter_last_name',
  email: 'submitter_email',
  title: 'title',
  track: 'track_id',
  format: 'format_id',
  status: 'status',
  id: 'id',
};

/** Those that the row may change. */
const changing = ['title', 'status'];

/**
 * Parses a template: `{name}` is a placeholder, `{{` and `}}` are braces, and a line `[status]`
 * begins the part for that status, which may be any word that means it. A template without such
 * lines is for every status.
 * @param file names it in messages
 * @param statusOf the status that a word means
 * @throws {UsageError} for an unpaired brace, a text before the first part, two parts of one
 *   status, and unknown statuses
 */
export function parseFeedbackTemplate(
  text: string,
  file: string,
  statusOf: (word: string) => string | undefined,
): FeedbackTemplate {
  const parts = new Map<string, TemplatePiece[]>();
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const unknown: InputFault[] = [];
  const headers = lines.map((line, at) => {
    const word = bracketed.exec(line)?.[1]?.trim();
    if (word === undefined) return undefined;
    const status = statusOf(word);
    if (status === undefined && oneWord.test(word)) {
      unknown.push({ file, line: at + 1, message: `[${word}] is not a known status` });
    }
    return status === undefined ? undefined : { word, status };
  });
  if (unknown.length > 0) {
    throw new UsageError(`${file} has parts for unknown statuses`, {
      details: unknown,
      fix: 'name each part with a status such as accept_queue, or with a word that means one',
    });
  }
  let part: TemplatePiece[] | undefined = headers.some((header) => header !== undefined)
    ? undefined
    : [];
  if (part !== undefined) parts.set('*', part);
  for (const [at, line] of lines.entries()) {
    const header = headers[at];
    if (header !== undefined) {
      const { word, status } = header;
      if (parts.has(status)) throw new UsageError(`${file}:${at + 1}: a second part [${word}]`);
      part = [];
      parts.set(status, part);
    } else if (part !== undefined) {
      for (const piece of piecesOf(line, at + 1, file)) part.push(piece);
      part.push({ text: '\n' });
    } else if (line.trim() !== '') {
      throw new UsageError(`${file}:${at + 1}: a text before the first part`, {
        fix: 'begin each part with a line such as [accepted]',
      });
    }
  }
  return parts;
}

const bracketed = /^\[([^[\]]+)\]\s*$/;

/** Several words in brackets are a text, unless they are known. */
const oneWord = /^[\p{L}\p{M}\p{N}_-]+$/u;

/** The columns of the file that the placeholders of a template name, by their indexes. */
export function feedbackColumns(
  template: FeedbackTemplate,
  columns: readonly string[],
): readonly number[] {
  return placeholderColumns([...template.values()].flat(), columns);
}

/**
 * @throws {UsageError} for placeholders that neither the file nor a submission has; all are named
 */
export function checkPlaceholders(
  template: FeedbackTemplate,
  columns: readonly string[],
  file: string,
): void {
  const fields = Object.keys(fieldsByName);
  refuseUnknown([...template.values()].flat(), { file, fields, columns });
}

/** @returns a function that fills the feedback of a row; a row may have its own instead */
export function feedbackFiller(
  template: FeedbackTemplate,
  { columns, mapping }: { readonly columns: readonly string[]; readonly mapping: Mapping },
): FeedbackFor {
  const titles = new Set(
    mapping.mapped.flatMap(({ index, fields }) => (fields.includes('title') ? [index] : [])),
  );
  return ({ source = [], fields }, record, matchedBy) => {
    if (fields.feedback != null) {
      return {
        reason: {
          code: 'own_feedback',
          message: 'the row keeps its own feedback instead of the template',
        },
      };
    }
    const changed = Object.fromEntries(
      Object.entries(fields).filter(([field]) => !matchedBy.includes(field)),
    );
    // The sheet may spell the title otherwise.
    const title = String(changed.title ?? record.title ?? '');
    const cellAt = (at: number) => source[at] || foldedValue(mapping, at, fields);
    const cells = new Map(
      columns.map((column, at) => [column, titles.has(at) ? title : cellAt(at)]),
    );
    return fillFeedback(template, { cells, wanted: changed, record });
  };
}

/** What another row of the same record has added to an empty cell. */
function foldedValue({ mapped }: Mapping, at: number, fields: FieldValues): string {
  const column = mapped.find(({ index }) => index === at);
  return column?.fields.map((field) => fields[field] ?? '').join(' ') ?? '';
}

export function fillFeedback(template: FeedbackTemplate, source: FeedbackSource): FilledFeedback {
  const status = String(source.wanted.status ?? source.record.status ?? '');
  const pieces = template.get(status) ?? template.get('*');
  if (pieces === undefined) {
    const message = `no feedback: the template has no part for ${JSON.stringify(status)}`;
    return { reason: { code: 'no_feedback', message } };
  }
  const empty = new Set<string>();
  const text = pieces.map((piece) => {
    if ('text' in piece) return piece.text;
    const value = valueFor(piece.name, source);
    if (value === '') empty.add(piece.name);
    return value;
  });
  return empty.size > 0 ? { empty: [...empty] } : { text: text.join('').trim() };
}

/** A column of the file comes before a field of the row, and that before the record. */
function valueFor(name: string, { cells, wanted, record }: FeedbackSource): string {
  const cell = [...cells].find(([column]) => isNamed(name, column))?.[1].trim();
  if (cell) return formulaFault(cell) === undefined ? cell : '';
  const field = Object.entries(fieldsByName).find(([known]) => isNamed(name, known))?.[1];
  if (field === undefined) return '';
  // The record knows how the name of its submitter is divided.
  const shown = shownValue(record, field);
  const values = changing.includes(field) ? [wanted[field], shown] : [shown, wanted[field]];
  return String(values.find((value) => value !== undefined && value !== null) ?? '').trim();
}
