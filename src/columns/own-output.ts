// Recognizes the files that this program writes, by their header. Must not know what cells mean.

import { writtenFields } from '../contract/index.ts';
import { guard } from '../files/csv-write.ts';
import type { Sheet } from '../files/table.ts';

/** The columns that a reject file adds; an import ignores them. */
export const rejectColumns = ['_row', '_code', '_column', '_message'] as const;

/** The columns that a file of results adds; a file of rows may have them from an earlier one. */
export const resultColumns = ['_row', '_action', '_id'] as const;

/** The column of ids among them. */
export const resultId = '_id';

/** Whether a report file has added the column. */
export function isReportColumn(column: string): boolean {
  return [...rejectColumns, ...resultColumns].some((name) => name === column);
}

/** The header of a timetable that is exported as CSV. */
export const timetableColumns = [
  'submission_id',
  'title',
  'room',
  'start',
  'duration',
  'speakers',
  'format',
] as const;

/** The header of a list of the people whom changes of a program concern. */
export const changedColumns = [
  'name',
  'email',
  'speaker_id',
  'talk',
  'submission_id',
  'change',
  'old_day',
  'old_time',
  'old_room',
  'new_day',
  'new_time',
  'new_room',
] as const;

/** Behind those of a timetable, if sessions are parts of others. */
export const parentColumn = 'parent';

/**
 * Whether this program wrote a file, so that a `'` before `=`, `+`, `-`, `@`, a tab or a CR is the
 * formula guard. Its header either is that of an exported timetable or of a list of changes, or
 * has `id` and otherwise only API field names of one kind of record, spelled exactly. Columns of a
 * reject file do not count. In any other file, a leading `'` belongs to the text.
 */
export function isOwnOutput(columns: readonly string[]): boolean {
  const header = columns.filter((column) => !isReportColumn(column));
  const timetable = header.at(-1) === parentColumn ? header.slice(0, -1) : header;
  const isList = [timetableColumns, changedColumns].some((own) => own.join() === timetable.join());
  if (isList) return true;
  return (
    header.includes('id') &&
    recordFields().some((fields) => header.every((column) => fields.includes(column)))
  );
}

/**
 * JSON that this program wrote has no guard. It is added here, so that its rows are those of the
 * CSV file that the program would have written, also in reject files.
 */
export function asOwnCsv(sheet: Sheet): Sheet {
  if (!sheet.hasNamedCells || !isOwnOutput(sheet.columns)) return sheet;
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(guard) })) };
}

/**
 * The names of each kind of record in CSV: the fields that requests write, and those that services
 * add.
 */
function recordFields(): readonly (readonly string[])[] {
  return [
    [...writtenFields('speakers'), ...speakerMembers, ...missingMembers],
    [...writtenFields('submissions'), ...writtenFields('sessions'), ...submissionMembers],
    contactColumns,
    contentItemColumns,
  ];
}

/** What services show of a speaker beside the fields that requests write. */
export const speakerMembers = [
  'id',
  'event_id',
  'full_name',
  'last_portal_access_at',
  'invited_to_portal',
  'created_at',
  'updated_at',
];

/** What `speakers missing` adds to a speaker. */
const missingMembers = ['name', 'missing', 'deliverables', 'talks', 'talkStatuses'];

/** The same of a submission, and of its session. */
export const submissionMembers = [
  'id',
  'event_id',
  'friendly_id',
  'description',
  'end',
  'duration',
  'is_abstract',
  'room_id',
  'track',
  'format',
  'format_minutes',
  'speakers',
  'submitted_at',
  'created_at',
  'updated_at',
];

const contactColumns = ['id', 'name', 'email', 'company_name', 'title', 'about'];

const contentItemColumns = [
  'id',
  'type',
  'title',
  'required',
  'due_at',
  'assignment_status',
  'approved',
  'status',
  'current_version',
  'versions_count',
  'current_file',
  'comment_count',
  'updated_at',
  'uploaded_at',
  'session_id',
  'session_title',
  'session',
  'speaker',
];
