// Declares the columns of a schedule file. Must not know what rows are for.
import { isNone } from '../../columns/breaks.ts';
import { hasDate } from '../../columns/dates/start-cells.ts';
import { lettersOf } from '../../columns/fold.ts';
import { calledOff, type Kind, noYesOrNo, place, text, yesOrNo } from '../../columns/kinds.ts';
import type { Requirement } from '../../columns/mapping.ts';
import { isNo, isYes } from '../../columns/marks.ts';
import { isCalledOffStatus } from '../../columns/status-words.ts';
import { furtherPeopleFields, slotFields, type TableSpec } from '../../columns/table-spec.ts';

/** A column that marks some rows; what else its cells say does not matter. */
function mark(isMarked: (cell: string) => boolean): Kind<true> {
  return { read: (cell) => (isMarked(cell) ? { value: true } : {}) };
}

/** A cell of Whova's template: the row is a part of the session above it. */
function isSubSession(cell: string): boolean {
  return isYes(cell) || ['sub', 'subsession'].includes(lettersOf(cell));
}

/** A column of its own for sessions that take place, such as `Active`. */
const active: Kind<false> = {
  read(cell, time) {
    if (isYes(cell) || isNone(cell) || hasDate(cell, time)) return {};
    return isNo(cell) ? { value: false } : noYesOrNo(cell);
  },
};

export const sessionFields = {
  submission_id: { kind: text },
  id: { kind: text },
  title: { kind: text },
  submitter_email: { person: 'email', role: 'submitter' },
  room: { kind: place },
  ...slotFields,
  speakers: { person: 'name', role: 'speaker' },
  name: { person: 'name', role: 'speaker' },
  speaker_first_name: { person: 'first', role: 'speaker' },
  speaker_last_name: { person: 'last', role: 'speaker' },
  speaker_email: { person: 'email', role: 'speaker' },
  ...furtherPeopleFields,
  track: { kind: text },
  format: { kind: text },
  abstract: { kind: text },
  /** Whether the session does not take place. */
  status: { kind: mark(isCalledOffStatus) },
  called_off: { kind: calledOff(true) },
  active: { kind: active },
  parent: { kind: text },
  sub_session: { kind: mark(isSubSession) },
  service_session: { kind: mark(isYes) },
  /** Whether nothing takes place beside it. */
  exclusive: { kind: yesOrNo },
} as const;

export type SessionFields = typeof sessionFields;

const titleNeeded: Requirement = {
  name: 'submission_id or title',
  anyOf: [['title'], ['submission_id'], ['id']],
};
const roomNeeded: Requirement = { name: 'room', anyOf: [['room']] };
const startNeeded: Requirement = {
  name: 'start (or date and time)',
  anyOf: [['start'], ['date', 'time']],
};
const timeNeeded: Requirement = {
  name: startNeeded.name,
  anyOf: [...startNeeded.anyOf, ['time']],
};

/**
 * The columns of a schedule file whose sessions are placed.
 * @param room of all sessions, as a flag specifies it
 * @param firstDay the date of times without one, as a flag specifies it
 */
export function sessionTable({
  room,
  firstDay,
}: {
  readonly room?: string | undefined;
  readonly firstDay?: string | undefined;
}): TableSpec<SessionFields> {
  const start = firstDay === undefined ? startNeeded : timeNeeded;
  const rooms = room === undefined ? [roomNeeded] : [];
  return {
    kind: 'sessions',
    fields: sessionFields,
    requirements: [titleNeeded, ...rooms, start],
  };
}

/** A row of a schedule file whose sessions are yet to be placed. */
export const talkNeeded: Requirement = {
  name: 'title or submission_id',
  anyOf: titleNeeded.anyOf,
};
