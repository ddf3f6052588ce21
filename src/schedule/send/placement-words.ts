// Words what becomes of placements: those that were sent, that remain or wait, and that differ from
// what the service shows. Must not know how they are sent.
import { nowhere, type Placement, placeIn } from '../../changes/place.ts';
import { clocksOf, dateAndTime } from '../../columns/dates/zoned-time.ts';
import { quoted } from '../../contract/amount.ts';
import { type InputFault, PartlyDoneError } from '../../errors.ts';
import { interimRows, type OutcomeWords, type Part } from '../../runs/part.ts';
import { type RowFault, type RunRow, rowPlace } from '../../runs/row.ts';

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
export function staleFault(row: RunRow, now: Placement | undefined, zone: string): RowFault {
  const was = whereText(placeIn(row.base ?? nowhere), zone);
  const message = `${titleOf(row)} was ${was}, and is now ${whereText(now, zone)}`;
  return conflictFault(row, message);
}

function conflictFault(row: RunRow, message: string): RowFault {
  return { ...rowPlace(row), code: 'conflict', message };
}

/** A session that was sent, and that the service does not show where it is to be. */
export function unshownFault(row: RunRow, now: Placement | undefined, zone: string): RowFault {
  const shown = now === undefined ? 'without a place' : whereText(now, zone);
  const message = `${titleOf(row)} ${sentText(row, zone)}, and is shown ${shown}`;
  return { ...rowPlace(row), code: 'not_shown', message };
}

function sentText({ fields }: RunRow, zone: string): string {
  const to = placeIn(fields);
  return to === undefined ? 'was taken out of the schedule' : `was sent ${whereText(to, zone)}`;
}

function whereText(place: Placement | undefined, zone: string): string {
  return place === undefined ? 'not placed' : `in ${place.room} at ${startText(place.start, zone)}`;
}

/** A service may return a start that is not a date. */
function startText(start: string, zone: string): string {
  const ms = Date.parse(start);
  return Number.isNaN(ms) ? start : dateAndTime(ms, zone);
}

interface ZonedPart extends Pick<Part, 'rows'> {
  readonly timeZone: string | undefined;
}

/** The sessions that the run has left where they only wait, by the clocks of the plan. */
export function waitingFaults(part: ZonedPart): readonly RowFault[] {
  const zone = zoneOf(part);
  return interimRows(part).flatMap((row): readonly RowFault[] => {
    const place = placeIn(row.note.interim?.fields ?? nowhere);
    if (place === undefined) return [];
    const message = `${titleOf(row)} waits ${whereText(place, zone)}, and is not in its place yet`;
    return [{ ...rowPlace(row), code: 'waits', message }];
  });
}

/** The one on whose clocks all times of the part are written, so that they can be compared. */
export function zoneOf({ rows, timeZone }: ZonedPart): string {
  if (timeZone !== undefined) return timeZone;
  const places = Array.from(rows).flatMap(({ fields, base = nowhere }) => [fields, base]);
  return clocksOf(places.flatMap((values) => placeIn(values)?.start ?? [])).usual;
}

function titleOf({ title = '' }: RunRow): string {
  return quoted(title);
}
