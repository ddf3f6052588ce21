// Owns the clashes of a plan or an event as they are reported: which are clashes, and which only warnings. Pure.
import { assumedOverlaps, type Clash, type ClashFilter, type ClashOptions, findClashes } from './clashes.ts';
import { toRfc3339 } from './dates/zoned-time.ts';
import { type Place, placeOf } from './place.ts';
import { isInFile } from './planned-sessions.ts';
import { isOutsideFile, type Session } from './session.ts';

/** A session as a clash names it. */
export interface ClashSession extends Pick<Place, 'column' | 'sheet'> {
  readonly submissionId: string | null;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  /** The duration is unknown, so that the default was used. */
  readonly endAssumed?: true | undefined;
  readonly isBreak?: true | undefined;
  readonly isNew?: true | undefined;
  readonly line: number | null;
}

export interface ClashReport extends Omit<Clash, 'sessions'> {
  readonly sessions: readonly [ClashSession, ClashSession];
}

/** How many clashes there are, listed or not. */
export interface ClashCounts {
  readonly total: number;
  /** Of the total, those with a row that matches no submission. */
  readonly ofUnknown: number;
}

/** A pair of sessions that is no clash of a plan: it is in the program already, or rests on an assumed end. */
export interface ClashWarning {
  readonly code: 'existing_clash' | 'assumed_overlap';
  readonly clash: ClashReport;
}

export interface ReportedClashes {
  readonly clashCounts: ClashCounts;
  readonly clashes: readonly ClashReport[];
  readonly clashWarnings: readonly ClashWarning[];
}

/**
 * @param sessions whose assumed ends are trimmed
 * @param unchanged those that a plan does not change; undefined in a check, which has no file. Pairs outside the file are left out
 */
export function reportClashes(
  sessions: readonly Session[],
  options: ClashOptions & { readonly timeZone: string | undefined },
  { unchanged, ignored }: Pick<ClashFilter, 'ignored'> & { readonly unchanged?: ReadonlySet<Session> } = {},
): ReportedClashes {
  const zone = options.timeZone ?? 'UTC';
  const sessionReport = (session: Session): ClashSession => ({
    submissionId: session.submissionId ?? null,
    title: session.title,
    start: toRfc3339(session.startMs, zone),
    end: toRfc3339(session.endMs, zone),
    ...(session.isDurationAssumed && { endAssumed: true }),
    ...(session.isBreak && { isBreak: true }),
    ...(session.isNew && { isNew: true }),
    ...(isInFile(session) ? placeOf(session) : { line: null }),
  });
  const report = ({ sessions: [a, b], ...clash }: Clash): ClashReport => ({
    ...clash,
    sessions: [sessionReport(a), sessionReport(b)],
  });
  const warningOf = (code: ClashWarning['code']) => (clash: Clash) => ({ code, clash: report(clash) });
  const apart = unchanged && { apart: (session: Session) => unchanged.has(session) };
  const ofFile = unchanged && { apart: isOutsideFile };
  const { listed, count, withoutSubmission } = findClashes(sessions, options, { ...apart, ignored });
  const existing = unchanged === undefined ? [] : findClashes([...unchanged], options, { ...ofFile }).listed;
  return {
    clashCounts: { total: count, ofUnknown: withoutSubmission },
    clashes: listed.map(report),
    clashWarnings: [
      ...existing.map(warningOf('existing_clash')),
      ...assumedOverlaps(sessions, { ...ofFile, ignored }).map(warningOf('assumed_overlap')),
    ],
  };
}
