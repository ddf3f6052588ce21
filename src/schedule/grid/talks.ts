// Turns the talks of a grid into a list for an import, and decides which of them an event has.
// Must not know times or requests. Pure.

import { filePlaceKey } from '../../changes/file-place.ts';
import { titleOfCalledOff } from '../../columns/called-off-title.ts';
import type { TimeOptions } from '../../columns/dates/time-reading.ts';
import { foldKey } from '../../contract/key.ts';
import type { Row, Sheet } from '../../files/table.ts';
import { fullName } from '../../people/name.ts';
import { readPeople } from '../../people/people.ts';
import { matchSessions } from '../match/match.ts';
import type { EventSubmission } from '../submissions.ts';
import { divideGrid, type GridTable, type Note } from './blocks.ts';
import { divideCell, dividePeopleBelow, firstLine, unreadPeople } from './cell.ts';
import { joinSame } from './join-same.ts';
import { type GridSummary, summaryOf } from './read-grid.ts';
import { type GridSession, rowOf, sessionsIn } from './sessions.ts';

export interface GridTalks {
  readonly summary: GridSummary;
  /** Texts beside titles that may be people, and are not read. */
  readonly unread: readonly Note[];
  /** With a row for each talk, also if it is in several rooms or has several slots. */
  readonly sheet: Sheet;
  /** By the numbers of rows whose talks the event has, their ids; undefined if several match. */
  existing(submissions: readonly EventSubmission[]): ReadonlyMap<number, string | undefined>;
}

/** @throws {InvalidInputError} for a table that does not have the form of a grid */
export function gridTalks(
  file: string,
  tables: readonly GridTable[],
  options: TimeOptions,
): GridTalks {
  const { blocks, notes } = divideGrid(file, tables, options);
  const faulty: FaultyCell[] = [];
  const sessions = blocks.flatMap((block) =>
    sessionsIn(
      block,
      ({ line, column, message }, title = '') => {
        faulty.push({ line, title, fault: `column ${JSON.stringify(column)}: ${message}` });
      },
      () => false,
    ),
  );
  const summary = summaryOf(blocks, sessions.map(rowOf), notes);
  const talks = talksOf(sessions, summary.hasPeopleBelow);
  return {
    summary,
    unread: summary.hasPeopleBelow ? [] : sessions.flatMap(unreadIn),
    sheet: sheetOf(file, talks, faulty),
    existing(submissions) {
      const rows = talks.map(({ session }) => rowOf(session));
      const { matched, unknown } = matchSessions(rows, submissions);
      const isNew = new Set(
        unknown.flatMap((row) => (row.code === 'not_found' ? filePlaceKey(row) : [])),
      );
      const ids = rows.flatMap((row, at): readonly (readonly [number, string | undefined])[] => {
        const key = filePlaceKey(row);
        return isNew.has(key) ? [] : [[at + 1, matched.get(key)?.id]];
      });
      return new Map(ids);
    },
  };
}

interface GridTalk {
  /** The first one. */
  readonly session: GridSession;
  readonly title: string;
  /** As they are written. */
  readonly people: string;
  readonly addresses: string;
}

/** A cell that cannot be read is an invalid row. */
interface FaultyCell extends Pick<Row, 'line' | 'fault'> {
  readonly title: string;
}

function unreadIn({ place, text, people }: GridSession): readonly Note[] {
  return people.size > 0 ? [] : unreadPeople(text).map((unread) => ({ ...place, text: unread }));
}

/** Sessions of one title are one talk, unless they have different people. */
function talksOf(sessions: readonly GridSession[], hasPeopleBelow: boolean): readonly GridTalk[] {
  const divide = hasPeopleBelow ? dividePeopleBelow : divideCell;
  const all = sessions.map((session) => talkOf(session, divide));
  return joinSame(all, {
    keyOf: ({ title }) => foldKey(title),
    peopleOf: ({ people }) => people,
    join: (first, other) => (first.people === '' ? { ...other, session: first.session } : first),
  });
}

function talkOf(session: GridSession, divide: typeof divideCell): GridTalk {
  const { text, people } = session;
  const field = (name: string) => people.get(name) ?? '';
  const single = fullName(field('speaker_first_name'), field('speaker_last_name'));
  const inColumns = field('speakers') || single;
  const isOff = titleOfCalledOff(text) !== undefined;
  if (isOff) return { session, title: text.split('\n').join(' – '), people: '', addresses: '' };
  const talk = inColumns === '' ? divide(text) : { title: firstLine(text), people: inColumns };
  const addresses = field('speaker_email') || addressesIn(talk.people);
  return { session, ...talk, addresses };
}

/** The addresses beside the names, if each person has one. */
function addressesIn(text: string): string {
  const emails = readPeople(text).people.map(({ email }) => email);
  return emails.includes(undefined) ? '' : emails.join('; ');
}

function sheetOf(file: string, talks: readonly GridTalk[], faulty: readonly FaultyCell[]): Sheet {
  const hasPeople = talks.some(({ people }) => people !== '');
  const hasAddresses = talks.some(({ addresses }) => addresses !== '');
  const columns = [
    'title',
    ...(hasPeople ? ['speakers'] : []),
    ...(hasAddresses ? ['speaker_email'] : []),
  ];
  const cellsOf = ({ title, people, addresses }: GridTalk) => [
    title,
    ...(hasPeople ? [people] : []),
    ...(hasAddresses ? [addresses] : []),
  ];
  const rows = [
    ...talks.map((talk) => ({
      line: talk.session.place.line,
      cells: cellsOf(talk),
      fault: undefined,
    })),
    ...faulty.map(({ line, title, fault }) => ({
      line,
      cells: columns.map((_, at) => (at === 0 ? title : '')),
      fault,
    })),
  ];
  return {
    file,
    delimiter: ',',
    columns,
    rows: rows.map((row, at): Row => ({ ...row, row: at + 1 })),
  };
}
