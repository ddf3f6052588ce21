// What has to be sent so that an event's sessions stand where a schedule file says. Pure.

import { similarTo } from '../columns/similarity.ts';
import { foldKey, isMasked } from '../contract/key.ts';
import { type EventSubmission, isCalledOff } from './submissions.ts';

/** How a row names its session. */
export interface NamedRow {
  readonly line: number;
  readonly submissionId: string | undefined;
  /** It may be another system's, and counts where a submission has it. */
  readonly possibleId?: string | undefined;
  readonly title: string;
  readonly submitterEmail: string | undefined;
}

/**
 * `other_submitter`: the title is there, and somebody else has submitted it; `other_title`: the id is there, and the
 * title is another submission's, as where one column of a spreadsheet was sorted.
 */
export type UnknownReason = 'not_found' | 'other_submitter' | 'other_title' | 'ambiguous';

/** A row that no submission, or more than one, answers to. */
export interface UnknownRow {
  readonly line: number;
  readonly title: string;
  readonly submissionId?: string | undefined;
  readonly reason: UnknownReason;
  /** The submissions it may mean, the nearest first. */
  readonly candidates: readonly Candidate[];
}

/** What a plan tells of a submission; it is read in public, and holds no addresses. */
export interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly status?: string | undefined;
}

export interface Matches {
  /** By line: the submission of each row that was found. */
  readonly matched: ReadonlyMap<number, EventSubmission>;
  readonly unknown: readonly UnknownRow[];
}

/** Which submission each row means. */
export function matchSubmissions(rows: readonly NamedRow[], submissions: readonly EventSubmission[]): Matches {
  const find = createFinder(submissions);
  const matched = new Map<number, EventSubmission>();
  const unknown: UnknownRow[] = [];
  for (const row of rows) {
    const found = find(row);
    if (!('reason' in found)) matched.set(row.line, found);
    else {
      const { line, title, submissionId } = row;
      unknown.push({ line, title, submissionId, reason: found.reason, candidates: found.candidates.map(toCandidate) });
    }
  }
  return { matched, unknown };
}

function toCandidate({ id, title, status }: EventSubmission): Candidate {
  return { id, title, status };
}

interface NotFound extends Pick<UnknownRow, 'reason'> {
  readonly candidates: readonly EventSubmission[];
}

function createFinder(submissions: readonly EventSubmission[]): (row: NamedRow) => EventSubmission | NotFound {
  const byId = new Map(submissions.map((submission) => [submission.id, submission]));
  const byTitle = groupByTitle(submissions);
  let comparisons = 0;
  return ({ submissionId, possibleId = '', title, submitterEmail }) => {
    const named = byTitle.get(foldKey(title)) ?? [];
    const meant = byId.get(submissionId ?? possibleId);
    if (submissionId !== undefined && meant === undefined) return notFound(title);
    if (meant !== undefined) {
      // Its title may have changed since; that of another it has not become.
      const isOther = named.length > 0 && !named.includes(meant);
      return isOther ? { reason: 'other_title', candidates: [meant, ...named] } : meant;
    }
    const theirs = submitterEmail === undefined ? named : submittedBy(named, submitterEmail);
    const live = theirs.filter((each) => !isCalledOff(each));
    const [one, ...others] = live.length === 1 ? live : theirs;
    if (one === undefined) return named.length > 0 ? { reason: 'other_submitter', candidates: named } : notFound(title);
    return others.length === 0 ? one : { reason: 'ambiguous', candidates: [one, ...others] };
  };

  function notFound(title: string): NotFound {
    comparisons += byTitle.size;
    const candidates = title === '' || comparisons > mostComparisons ? [] : nearest(title, byTitle);
    return { reason: 'not_found', candidates };
  }
}

// Where more than a few rows of a long file are strange, it is another event's, and candidates help nobody.
const mostComparisons = 100_000;

function groupByTitle(submissions: readonly EventSubmission[]): ReadonlyMap<string, readonly EventSubmission[]> {
  const groups = new Map<string, EventSubmission[]>();
  for (const submission of submissions) {
    const key = foldKey(submission.title);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [submission]);
    else group.push(submission);
  }
  return groups;
}

/** Those whose submitter has this address; where none has, those whose address the service does not show. */
function submittedBy(named: readonly EventSubmission[], email: string): readonly EventSubmission[] {
  const theirs = named.filter(({ submitterEmail = '' }) => foldKey(submitterEmail) === foldKey(email));
  if (theirs.length > 0) return theirs;
  return named.filter(
    ({ submitterEmail }) => submitterEmail === undefined || isMasked('submitter_email', submitterEmail),
  );
}

const shownCandidates = 3;

function nearest(title: string, byTitle: ReadonlyMap<string, readonly EventSubmission[]>): readonly EventSubmission[] {
  const titles = similarTo(title, byTitle.keys(), shownCandidates);
  return titles.flatMap((each) => byTitle.get(each) ?? []).slice(0, shownCandidates);
}
