// Decides which rows of a schedule file are talks without a submission, and what their submissions would be. Pure.
import { isAddress } from '../columns/address.ts';
import { elementsCell } from '../columns/elements.ts';
import type { Mapping } from '../columns/mapping.ts';
import { readPeople } from '../columns/people.ts';
import { isMisspelled } from '../columns/similarity.ts';
import { endpoints } from '../contract/index.ts';
import { couldBeCutOff, foldKey } from '../contract/key.ts';
import { faultMessage, validate } from '../contract/validation-error.ts';
import { type InputFault, InvalidInputError } from '../errors.ts';
import type { FurtherSlot, WantedRow } from './changes.ts';
import type { UnknownRow } from './match.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import type { ScheduleRow } from './row.ts';
import type { Placement } from './submissions.ts';
import type { Warning } from './warnings.ts';

/** A submission that does not exist yet, and the placement of its session. */
export interface SessionCreation extends Place {
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
  readonly creations: readonly SessionCreation[];
  /** The rows that remain unknown. */
  readonly unknown: readonly UnknownRow[];
  /** Further slots of the new sessions. */
  readonly further: readonly FurtherSlot[];
  /** About new titles that differ in a few letters from that of a submission, or of another new one. */
  readonly similar: readonly Warning[];
}

/**
 * The submissions to create for rows that match none. A row remains unknown if the service may list its title cut off, because
 * a submission cannot be deleted, and so do cells of a grid that may hold more than a title.
 * @throws {InvalidInputError} with the faults of all rows, if a submission lacks something or breaks a limit
 */
export function planCreations(
  rows: readonly (WantedRow & ScheduleRow)[],
  unknown: readonly UnknownRow[],
  { file, submitterEmail, mapping }: CreationOptions,
): Creations {
  const rest = new Map(unknown.map((row) => [placeKey(row), row]));
  const first = new Map<string, WantedRow & ScheduleRow>();
  const further: FurtherSlot[] = [];
  const similar: Warning[] = [];
  for (const row of rows.toSorted((a, b) => Date.parse(a.to.start) - Date.parse(b.to.start))) {
    const reason = rest.get(placeKey(row));
    if (reason === undefined || !isNew(reason)) continue;
    rest.delete(placeKey(row));
    const key = JSON.stringify([foldKey(row.title), foldKey(row.submitterEmail ?? submitterEmail ?? '')]);
    const used = first.get(key);
    if (used === undefined) {
      first.set(key, row);
      const other = reason.candidates.find(({ title }) => isMisspelled(row.title, title));
      if (other !== undefined) similar.push(similarTitle(row, other));
    } else further.push({ row, used, title: row.title });
  }
  const faults: InputFault[] = [];
  const creations = [...first.values()]
    .toSorted((a, b) => a.line - b.line)
    .map((row): SessionCreation => {
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
    further,
    similar,
  };
}

function similarTitle(row: ScheduleRow, other: { readonly title: string; readonly line?: number }): Warning {
  return { code: 'similar_title', ...placeOf(row), title: row.title, other: other.title, otherLine: other.line };
}

function isNew({ reason, submissionId, title, candidates }: UnknownRow): boolean {
  const isNamed = submissionId === undefined && title !== '';
  return reason === 'not_found' && isNamed && !candidates.some((each) => couldBeCutOff(each.title, title));
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
