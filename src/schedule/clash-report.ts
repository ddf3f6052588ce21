// Owns the clashes of a plan or an event as they are reported: which are clashes, and which only warnings. Pure.
import { assumedOverlaps, type Clash, type ClashOptions, findClashes } from './clashes.ts';
import { toRfc3339 } from './dates/zoned-time.ts';
import { type Place, placeOf } from './place.ts';
import { isInFile, isOutsideFile } from './planned-sessions.ts';
import { type Session, trimAssumedEnds } from './session.ts';

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

/**
 * The clashes, and what is only a warning.
 * @param given their assumed ends are trimmed here
 * @param isUnchanged by a plan; pairs outside its file are left out. A check has no file
 */
export function reportClashes(
  given: readonly Session[],
  options: ClashOptions & { readonly timeZone: string | undefined },
  isUnchanged: (session: Session) => boolean = () => false,
) {
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
  const warningOf =
    (code: ClashWarning['code']) =>
    (clash: Clash): ClashWarning => ({ code, clash: report(clash) });
  const sessions = trimAssumedEnds(given, options.turnaroundMs);
  const { listed, count, withoutSubmission } = findClashes(sessions, options, isUnchanged);
  const others = sessions.filter(isUnchanged);
  // A changed session does not trim the end of one that stays in its room; a break is neither.
  const isChanged = (session: Session) => session.isBreak !== true && !isUnchanged(session);
  const staying = trimAssumedEnds(
    given.filter((session) => !isChanged(session)),
    options.turnaroundMs,
  ).filter(isUnchanged);
  const moved = [...staying, ...sessions.filter(isChanged)];
  return {
    clashCounts: { total: count, ofUnknown: withoutSubmission },
    clashes: listed.map(report),
    clashWarnings: [
      ...findClashes(others, options, isOutsideFile).listed.map(warningOf('existing_clash')),
      ...assumedOverlaps(moved, [isUnchanged, isChanged], options).map(warningOf('assumed_overlap')),
      ...assumedOverlaps(sessions, [isUnchanged]).map(warningOf('assumed_overlap')),
      ...assumedOverlaps(others, [isOutsideFile]).map(warningOf('assumed_overlap')),
    ],
  };
}
