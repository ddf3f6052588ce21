// Finds the talk of `--why`. Must not know why it is where it is.
import { mostSimilar } from '../../../../columns/similarity.ts';
import { foldKey } from '../../../../contract/key.ts';
import { NotFoundError, UsageError } from '../../../../errors.ts';
import type { AutoplaceInput, Talk } from '../../../../schedule/autoplace/input.ts';
import { quoted } from '../../../output/text.ts';

/** By title or id. @throws {NotFoundError} @throws {UsageError} if several talks have the title */
export function findTalk({ talks }: AutoplaceInput, title: string): number {
  const key = foldKey(title);
  const byId = talks.findIndex((talk) => foldKey(idOf(talk)) === key);
  const named = [...talks.keys()].filter((index) => foldKey(talks[index]?.session.title ?? '') === key);
  const [only = byId, ...others] = named;
  if (others.length > 0 && byId < 0)
    throw severalTalks(
      title,
      talks.filter((_, index) => named.includes(index)),
    );
  const index = byId < 0 ? only : byId;
  if (index >= 0) return index;
  const similar = mostSimilar(
    title,
    talks.map(({ session }) => session.title),
  );
  throw new NotFoundError(`no talk is titled ${quoted(title)}`, {
    fix: similar === undefined ? 'pass the title of a talk with --why' : `did you mean ${quoted(similar)}?`,
  });
}

function severalTalks(title: string, talks: readonly Talk[]): UsageError {
  return new UsageError(`${talks.length} talks are titled ${quoted(title)}`, {
    details: talks.map((talk) => ({
      message: [
        idOf(talk) === '' ? 'without an id' : `id ${idOf(talk)}`,
        ...(talk.row === undefined ? [] : [`line ${talk.row.line}`]),
        ...talk.session.people.flatMap(({ name }) => name || []),
      ].join(', '),
    })),
    fix: talks.every((talk) => idOf(talk) !== '')
      ? 'pass the id of one of them with --why'
      : 'give each an id in a column id, and pass that of one of them with --why',
  });
}

/** That of its submission, or else of its row. */
function idOf({ row, session }: Talk): string {
  return session.submissionId || (row?.possibleId ?? '');
}
