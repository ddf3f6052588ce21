// Matches the rows of a schedule file to submissions, by id or title. Pure.
import { type BreakEvidence, isBreakRow, isCalledOffTitle, isNoSession } from '../columns/breaks.ts';
import { nearestOf } from '../columns/similarity.ts';
import { beginningsOf, couldBeCutOff, foldKey, isMasked, isSamePerson, otherTextsOf } from '../contract/key.ts';
import { uuidOf } from './export/identity.ts';
import { grouped } from './grouped.ts';
import { type Place, placeKey, placeOf } from './place.ts';
import type { Person } from './session.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';

/** How a row names its session. */
export interface NamedRow extends Place, BreakEvidence {
  readonly submissionId: string | undefined;
  /** An id that may be another system's; it is used only if a submission has it. */
  readonly possibleId?: string | undefined;
  readonly submitterEmail: string | undefined;
  /** They decide between submissions of one title. */
  readonly people?: readonly Pick<Person, 'name'>[] | undefined;
}

/**
 * `other_submitter`: the title exists, but was submitted with another address; `other_title`: the id exists, but the title
 * belongs to another submission, as if one column of a spreadsheet had been sorted.
 */
export type UnknownReason = 'not_found' | 'other_submitter' | 'other_title' | 'ambiguous';

/** A row that matches no submission, or several. */
export interface UnknownRow extends Place {
  readonly title: string;
  readonly submissionId?: string | undefined;
  readonly reason: UnknownReason;
  /** The submissions that it may mean, the most similar first; at most 20. */
  readonly candidates: readonly Candidate[];
  /** How many submissions it may mean, if there are more than `candidates` lists. */
  readonly candidateCount?: number | undefined;
}

/** A submission as a plan names it: without addresses, because plans are shown in public. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly status?: string | undefined;
  /** Of submissions with one title, the names of the people. */
  readonly people?: readonly string[] | undefined;
}

export interface Matches {
  /** The submissions of matched rows, by the key of their place. */
  readonly matched: ReadonlyMap<string, EventSubmission>;
  /** The rows that are not talks, such as coffee breaks, by the key of their place: they need no submission. */
  readonly breaks: ReadonlySet<string>;
  /** The rows that say that there is no session, such as `TBA`, by the key of their place. */
  readonly emptySlots: ReadonlySet<string>;
  readonly unknown: readonly UnknownRow[];
}

/**
 * Finds the submission of each row. A row that is a break by its cells is one, unless it matches a submission; the
 * submission of a title belongs to the talks of the file that have it.
 * @param decided the breaks of an earlier plan of the same rows, which stay what they are: submissions may have been created since
 */
export function matchSubmissions(
  rows: readonly NamedRow[],
  submissions: readonly EventSubmission[],
  decided?: readonly Place[],
): Matches {
  const find = createFinder(submissions);
  const given = decided && new Set(decided.map(placeKey));
  const titlesOfTalks = new Set(rows.flatMap((row) => (isBreakRow(row) ? [] : foldKey(row.title))));
  const matched = new Map<string, EventSubmission>();
  const breaks = new Set<string>();
  const emptySlots = new Set<string>();
  const unknown: UnknownRow[] = [];
  for (const row of rows) {
    const mayBeBreak = given === undefined ? isBreakRow(row) : given.has(placeKey(row));
    const found = find(mayBeBreak && titlesOfTalks.has(foldKey(row.title)) ? { ...row, title: '' } : row);
    const isUnknown = 'reason' in found && found.reason === 'not_found';
    if (mayBeBreak && (isUnknown || given !== undefined)) breaks.add(placeKey(row));
    else if (!('reason' in found)) matched.set(placeKey(row), found);
    else if (isEmptySlot(row, found)) emptySlots.add(placeKey(row));
    else {
      const { title, submissionId } = row;
      const listed = found.candidates.slice(0, listedCandidates);
      const candidates = listed.map(found.reason === 'ambiguous' ? toNamedCandidate : toCandidate);
      const count = found.candidates.length;
      unknown.push({
        ...placeOf(row),
        ...{ title, submissionId, reason: found.reason, candidates },
        ...(count > candidates.length && { candidateCount: count }),
      });
    }
  }
  return { matched, breaks, emptySlots, unknown };
}

/** A title that says that its session is called off has the address of a submitter as well. */
function isEmptySlot({ submissionId, submitterEmail, title }: NamedRow, { reason }: NotFound): boolean {
  if (submissionId !== undefined || reason !== 'not_found') return false;
  return isCalledOffTitle(title) || (submitterEmail === undefined && isNoSession(title));
}

// Thousands of rows and submissions may have the same title.
const listedCandidates = 20;

function toCandidate({ id, title, status }: EventSubmission): Candidate {
  return { id, title, status };
}

function toNamedCandidate(submission: EventSubmission): Candidate {
  return { ...toCandidate(submission), people: submission.people.flatMap(({ name }) => name || []) };
}

interface NotFound extends Pick<UnknownRow, 'reason'> {
  readonly candidates: readonly EventSubmission[];
}

function createFinder(submissions: readonly EventSubmission[]): (row: NamedRow) => EventSubmission | NotFound {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const byTitle = grouped(submissions, ({ title }) => foldKey(title));
  const others = submissions.flatMap((each) => otherTextsOf(each.title).map((text) => ({ text: foldKey(text), each })));
  const byOtherTitle = grouped(others, ({ text }) => text);
  let exported: ReadonlyMap<string, EventSubmission> | undefined;
  const cutOff = submissions.filter(({ title }) => beginningsOf(title).length > 0);
  const nearest = nearestOf(byTitle.keys());
  let searched = 0;
  return ({ submissionId, possibleId = '', title, submitterEmail, people = [] }) => {
    const named = byTitle.get(foldKey(title)) ?? byOtherTitle.get(foldKey(title))?.map(({ each }) => each) ?? [];
    const meant = byId.get(submissionId ?? possibleId) ?? exportedAs(possibleId);
    if (submissionId !== undefined && meant === undefined) return notFound(title);
    if (meant !== undefined) {
      // A title of no submission may be an old one; a title of another submission is a mistake.
      const isOther = named.length > 0 && !named.includes(meant);
      return isOther ? { reason: 'other_title', candidates: [meant, ...named.slice(0, listedCandidates)] } : meant;
    }
    const theirs = submitterEmail === undefined ? named : submittedBy(named, submitterEmail);
    const isNamed = ({ name }: Pick<Person, 'name'>) => people.some((person) => isSamePerson(person.name, name));
    const byName = theirs.length > 1 ? theirs.filter((each) => each.people.some(isNamed)) : [];
    const meantOnes = byName.length > 0 ? byName : theirs;
    const live = meantOnes.filter((each) => !isCalledOff(each));
    const [one, ...others] = live.length === 1 ? live : meantOnes;
    if (one === undefined) return named.length > 0 ? { reason: 'other_submitter', candidates: named } : notFound(title);
    return others.length === 0 ? one : { reason: 'ambiguous', candidates: meantOnes };
  };

  /** The submission whose session has this id in an exported timetable. */
  function exportedAs(id: string): EventSubmission | undefined {
    if (!/^[\da-f]{8}-[\da-f]{4}-5/.test(id)) return undefined;
    exported ??= new Map(submissions.map((submission) => [uuidOf('session', submission.id), submission]));
    return exported.get(id);
  }

  function notFound(title: string): NotFound {
    const similar = searched++ < searchedRows ? nearest(title) : undefined;
    const likely = cutOff.filter((each) => title !== '' && couldBeCutOff(each.title, title));
    const candidates = [...new Set([...likely, ...(byTitle.get(similar ?? '') ?? [])])];
    return { reason: 'not_found', candidates: candidates.slice(0, shownCandidates) };
  }
}

const shownCandidates = 3;

/** In how many rows that match nothing a similar title is looked for. */
const searchedRows = 20;

/** The submissions with this submitter address; if there are none, those whose address the service hides. */
function submittedBy(named: readonly EventSubmission[], email: string): readonly EventSubmission[] {
  const theirs = named.filter(({ submitterEmail = '' }) => foldKey(submitterEmail) === foldKey(email));
  if (theirs.length > 0) return theirs;
  return named.filter(
    ({ submitterEmail }) => submitterEmail === undefined || isMasked('submitter_email', submitterEmail),
  );
}
