// Decides which rows of a schedule file are talks without a submission, and what their submissions would be. Pure.
import { isAddress } from '../columns/address.ts';
import { elementsCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { readPeople } from '../columns/people.ts';
import { createSimilarityIndex, isMisspelled } from '../columns/similar-texts.ts';
import { endpoints } from '../contract/index.ts';
import { couldBeCutOff, foldKey } from '../contract/key.ts';
import { faultMessage, validate } from '../contract/validation-error.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { FurtherSlot, WantedRow } from './changes.ts';
import type { UnknownRow } from './match.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import type { ScheduleRow } from './row.ts';
import type { Placement } from './submissions.ts';

/** A submission that does not exist yet, and the placement of its session. */
export interface Creation extends Place {
  readonly action: 'create';
  readonly title: string;
  readonly to: Placement;
  /** The body of the request, by the API's field names. */
  readonly submission: Readonly<Record<string, string>>;
}

export interface CreationOptions {
  readonly file: string;
  /** For rows without an address of their own. */
  readonly submitterEmail: string | undefined;
  /** The columns of the file. */
  readonly mapping?: Mapping | undefined;
}

export interface Creations {
  readonly creations: readonly Creation[];
  /** The rows that remain unknown. */
  readonly unknown: readonly UnknownRow[];
  /** Further slots of the new sessions. */
  readonly further: readonly FurtherSlot[];
}

/**
 * The submissions to create for rows that match none. A title that differs from an existing one in a few letters is most
 * likely misspelled, one that the service lists cut off may be the same, and a submission cannot be deleted: such a row
 * remains unknown, and so do two new rows whose titles differ in that way, and cells of a grid that may hold more than a
 * title.
 * @throws {InvalidInputError} with the faults of all rows, if a submission lacks something or breaks a limit
 */
export function planCreations(
  rows: readonly (WantedRow & ScheduleRow)[],
  unknown: readonly UnknownRow[],
  { file, submitterEmail, mapping }: CreationOptions,
): Creations {
  const rest = new Map(unknown.map((row) => [placeKey(row), row]));
  const asNew = new Map<string, UnknownRow>();
  const first = new Map<string, WantedRow & ScheduleRow>();
  const further: FurtherSlot[] = [];
  const inTime = rows.toSorted((a, b) => Date.parse(a.to.start) - Date.parse(b.to.start));
  for (const row of inTime) {
    const reason = rest.get(placeKey(row));
    if (reason === undefined || !isNew(reason)) continue;
    rest.delete(placeKey(row));
    asNew.set(placeKey(row), reason);
    const key = JSON.stringify([foldKey(row.title), foldKey(row.submitterEmail ?? submitterEmail ?? '')]);
    const used = first.get(key);
    if (used === undefined) first.set(key, row);
    else further.push({ row, used, title: row.title });
  }
  const similar = similarRows([...first.values()]);
  for (const row of inTime) {
    const reason = asNew.get(placeKey(row));
    const similarRow = similar.get(foldKey(row.title));
    if (reason === undefined || similarRow === undefined) continue;
    const { candidates: _, ...same } = reason;
    rest.set(placeKey(row), { ...same, reason: 'similar_row', candidates: [], similarRow });
  }
  const isKept = (row: Pick<ScheduleRow, 'title'>) => !similar.has(foldKey(row.title));
  const faults: InputFault[] = [];
  const creations = [...first.values()]
    .filter(isKept)
    .toSorted((a, b) => a.line - b.line)
    .map((row): Creation => {
      const submission = bodyOf(row, submitterEmail);
      faults.push(...faultsOf(submission).map((fault) => ({ file, ...placeOf(row), ...fault })));
      return { action: 'create', ...placeOf(row), title: row.title, to: row.to, submission };
    });
  if (faults.length > 0) {
    const count = new Set(faults.map(placeKeyOf)).size;
    const tooLong = (mapping?.mapped ?? []).flatMap(({ column, target }) => {
      const cells = faults.filter(
        ({ field }) => ['track', 'format'].includes(target) && field === `${target}_id`,
      ).length;
      return cells === 0 ? [] : [{ column, cells }];
    });
    const lacksAddress = faults.some(({ field }) => field === 'submitter_email');
    throw new InvalidInputError(
      `${count} new ${count === 1 ? 'submission' : 'submissions'} cannot be created; nothing was sent`,
      { details: faults, advice: { kind: 'complete_new_submissions', lacksAddress, tooLong } },
    );
  }
  return {
    creations,
    unknown: [...rest.values()].toSorted((a, b) => a.line - b.line),
    further: further.filter(({ row }) => isKept(row)),
  };
}

/** By the title in the form in which titles are compared: the first row whose title differs from it in a few letters. */
function similarRows(rows: readonly ScheduleRow[]): ReadonlyMap<string, NonNullable<UnknownRow['similarRow']>> {
  const byTitle = new Map(rows.toReversed().map((row) => [foldKey(row.title), row]));
  const find = createSimilarityIndex(byTitle.keys());
  const found = new Map<string, NonNullable<UnknownRow['similarRow']>>();
  for (const title of byTitle.keys()) {
    const other = find(title, comparedTitles)?.find((each) => each !== title && isMisspelled(title, each));
    const row = other === undefined ? undefined : byTitle.get(other);
    if (row !== undefined) found.set(title, { ...placeOf(row), title: row.title });
  }
  return found;
}

/** Of a title: itself and the most similar ones. */
const comparedTitles = 5;

function isNew({ reason, submissionId, title, candidates, notCompared, unclearTitle }: UnknownRow): boolean {
  return (
    reason === 'not_found' &&
    !notCompared &&
    !unclearTitle &&
    submissionId === undefined &&
    title !== '' &&
    !candidates.some((candidate) => couldBeCutOff(candidate.title, title) || isMisspelled(title, candidate.title))
  );
}

function bodyOf(row: ScheduleRow, submitterEmail: string | undefined): Readonly<Record<string, string>> {
  const [person, ...others] = row.people;
  // The only person on stage is the submitter, unless the address is somebody else's.
  const isSpeaker = person !== undefined && others.length === 0 && row.submitterEmail !== undefined;
  const [name] = isSpeaker ? readPeople(elementsCell([person.name])).people : [];
  const values = {
    title: row.title,
    submitter_email: row.submitterEmail ?? submitterEmail,
    abstract: row.abstract,
    submitter_first_name: name?.first,
    submitter_last_name: name?.last,
    track_id: row.track,
    format_id: row.format,
  };
  return Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => (value === undefined || value === '' ? [] : [[field, value]])),
  );
}

function faultsOf(submission: Readonly<Record<string, string>>): readonly Pick<InputFault, 'field' | 'message'>[] {
  const { submitter_email: email } = submission;
  const checked = validate(endpoints.createSubmission.body, submission, 'body');
  const broken = checked.ok
    ? []
    : checked.errors.map((error) => ({ field: String(error.loc.at(-1)), message: faultMessage(error) }));
  if (email === undefined || isAddress(email) || broken.some(({ field }) => field === 'submitter_email')) return broken;
  return [...broken, { field: 'submitter_email', message: 'not an e-mail address' }];
}

function placeKeyOf({ line = 0, column }: InputFault): string {
  return placeKey({ line, column });
}
