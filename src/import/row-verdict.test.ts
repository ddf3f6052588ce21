// What becomes of a record of a row beside the earlier rows of a file of talks: the first question
// that has an answer decides.
import { expect, it } from 'vitest';
import type { Change } from '../changes/change.ts';
import { namesOf } from '../changes/names.ts';
import { createSubmission } from '../contract/endpoints.ts';
import type { RowState } from '../runs/row.ts';
import { createRows } from '../runs/rows.ts';
import { createPapers } from './paper-rows.ts';
import { verdictOf } from './row-verdict.ts';

/** An id, a title, the address of an author, and an abstract; the state of an earlier row. */
interface Talk {
  readonly id?: string;
  readonly title?: string;
  readonly author?: string;
  readonly abstract?: string;
  readonly state?: RowState;
}

function changeOf(line: number, { title, author, abstract }: Talk): Change {
  const fields = {
    ...(title !== undefined && { title }),
    ...(author !== undefined && { submitter_email: `${author}@example.org` }),
    ...(abstract !== undefined && { abstract }),
  };
  return { row: line - 1, line, names: namesOf(createSubmission, undefined, fields), fields };
}

function bodyOf({ id }: Talk) {
  return id === undefined ? {} : { id };
}

const own = { code: 'invalid', message: 'too long' };

/** What becomes of the last of these rows; the first one is in line 2. */
function judged(earlier: Talk | undefined, row: Talk, isInvalid = false): readonly unknown[] {
  const rows = createRows();
  const papers = createPapers();
  if (earlier !== undefined) {
    const added = rows.add(changeOf(2, earlier), earlier.state ?? 'create');
    papers.add(bodyOf(earlier), added);
  }
  const wanted = changeOf(3, row);
  const candidate = { body: bodyOf(row), wanted, faults: isInvalid ? [own] : [], papers };
  const verdict = verdictOf(candidate, { rows, endpoint: createSubmission });
  if (verdict.kind !== 'reject') {
    return [verdict.kind, ...('first' in verdict ? [verdict.first.line] : [])];
  }
  const { faults, talk, startsTalk = false } = verdict;
  const codes = faults.map(({ code }) => code);
  const others = talk === undefined ? [] : [`line ${talk.first.line}: ${talk.fault.code}`];
  return ['reject', ...codes, ...others, ...(startsTalk ? ['starts its talk'] : [])];
}

const ada: Talk = { id: '7', title: 'Mooring', author: 'ada', abstract: 'Ropes.' };

it.each<[string, Talk | undefined, Talk, boolean, readonly unknown[]]>([
  ['is the first of its talk', undefined, ada, false, ['create']],
  [
    'is invalid, and the first of its talk',
    undefined,
    ada,
    true,
    ['reject', 'invalid', 'starts its talk'],
  ],
  [
    'is invalid, and so is its talk',
    ada,
    { ...ada, author: 'bo' },
    true,
    ['reject', 'invalid', 'line 2: invalid_talk'],
  ],
  [
    'is invalid, and may be of several talks',
    { title: 'Mooring', author: 'ada' },
    { title: 'Mooring', author: 'bo' },
    true,
    ['reject', 'invalid'],
  ],
  ['names nothing', ada, { id: '7' }, false, ['reject', 'missing_identity']],
  ['has the title and the author of another', ada, ada, false, ['fold', 2]],
  [
    'has the title and the author of another, and another id',
    ada,
    { ...ada, id: '8' },
    false,
    ['reject', 'contradiction'],
  ],
  ['has the id of another', ada, { ...ada, author: 'bo' }, false, ['join', 2]],
  [
    'has the id of another, which is invalid',
    { ...ada, state: 'rejected' },
    { ...ada, author: 'bo' },
    false,
    ['join', 2],
  ],
  [
    'has the id of another, and another title',
    ada,
    { ...ada, title: 'Docking', author: 'bo' },
    false,
    ['reject', 'contradiction', 'line 2: contradiction'],
  ],
  [
    'has the title of another, and neither has an abstract',
    { title: 'Mooring', author: 'ada' },
    { title: 'Mooring', author: 'bo' },
    false,
    ['reject', 'unclear_rows', 'line 2: unclear_rows'],
  ],
  [
    'has the title and the abstract of another',
    { title: 'Mooring', author: 'ada', abstract: 'Ropes.' },
    { title: 'Mooring', author: 'bo', abstract: 'Ropes.' },
    false,
    ['join', 2],
  ],
])('a row that %s', (_, earlier, row, isInvalid, expected) => {
  expect(judged(earlier, row, isInvalid)).toEqual(expected);
});
