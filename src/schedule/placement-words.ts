// Words what becomes of placements: those that were sent, that remain or wait, and that differ from
// what the service shows. Must not know how they are sent.
import { nowhere, type Placement, placeIn } from '../changes/place.ts';
import { clocksOf, dateAndTime } from '../columns/dates/zoned-time.ts';
import { quoted } from '../contract/amount.ts';
import { type InputFault, PartlyDoneError } from '../errors.ts';
import { interimRows, type OutcomeWords, type Part } from '../runs/part.ts';
import { type RowFault, type RunRow, rowPlace } from '../runs/row.ts';

export const placementWords: OutcomeWords = {
  /** The service's reason, field by field if it names fields. */
  refused(row, { code, details, message }) {
    const faults = details.length === 0 ? [{ message }] : details;
    return faults.map(({ field, message }: Pick<InputFault, 'field' | 'message'>) => ({
      ...rowPlace(row),
      code,
      message: `${titleOf(row)}: ${message}`,
      ...(field !== undefined && { field }),
    }));
  },
  doubtful(row, _, { message }) {
    const did = row.fields.room === null ? 'taken out of the schedule' : 'placed';
    return {
      ...rowPlace(row),
      code: 'outcome_unknown',
      message: `it is unknown whether ${titleOf(row)} was ${did}: ${message}`,
    };
  },
  remaining(row, holder) {
    const why =
      holder === undefined
        ? 'the service cannot take a session out of the schedule'
        : `${titleOf(holder)} remains where it would go`;
    return {
      ...rowPlace(row),
      code: 'remains',
      message: `${titleOf(row)} remains in ${row.base?.room}: ${why}`,
    };
  },
  tooMany: (rows) => new PartlyDoneError(`stopped: ${rows} sessions were refused`),
};

/** A session whose submission the service no longer lists. */
export function goneFault(row: RunRow): RowFault {
  return conflictFault(row, `${titleOf(row)} is no longer among the submissions`);
}

/** A session that is elsewhere than it was when the run was planned. */
export function staleFault(row: RunRow, now: Placement | undefined): RowFault {
  const { base = nowhere } = row;
  const message = `${titleOf(row)} was ${whereText(placeIn(base))}, and is now ${whereText(now)}`;
  return conflictFault(row, message);
}

function conflictFault(row: RunRow, message: string): RowFault {
  return { ...rowPlace(row), code: 'conflict', message };
}

/** A session that was sent, and that the service does not show where it is to be. */
export function unshownFault(row: RunRow, now: Placement | undefined): RowFault {
  const shown = now === undefined ? 'without a place' : whereText(now);
  const message = `${titleOf(row)} ${sentText(row)}, and is shown ${shown}`;
  return { ...rowPlace(row), code: 'not_shown', message };
}

function sentText({ fields }: RunRow): string {
  const to = placeIn(fields);
  return to === undefined ? 'was taken out of the schedule' : `was sent ${whereText(to)}`;
}

function whereText(place: Placement | undefined): string {
  return place === undefined ? 'not placed' : `in ${place.room} at ${place.start}`;
}

interface WaitingPart extends Pick<Part, 'rows'> {
  readonly timeZone: string | undefined;
}

/** The sessions that the run has left where they only wait, by the clocks of the plan. */
export function waitingFaults(part: WaitingPart): readonly RowFault[] {
  const zone = part.timeZone ?? clocksOf(startsOf(part)).usual;
  return interimRows(part).flatMap((row): readonly RowFault[] => {
    const place = placeIn(row.note.interim?.fields ?? nowhere);
    if (place === undefined) return [];
    const at = dateAndTime(Date.parse(place.start), zone);
    const message = `${titleOf(row)} waits in ${place.room} at ${at}, and is not in its place yet`;
    return [{ ...rowPlace(row), code: 'waits', message }];
  });
}

/** Where the rows place their sessions. */
function startsOf({ rows }: WaitingPart): readonly string[] {
  return Array.from(rows).flatMap(({ fields }) => placeIn(fields)?.start ?? []);
}

function titleOf({ title = '' }: RunRow): string {
  return quoted(title);
}
