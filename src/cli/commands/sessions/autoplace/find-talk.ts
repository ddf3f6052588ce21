// Finds the talk of `--why`. Must not know why it is where it is.
import { foldKey } from '../../../../contract/key.ts';
import { NotFoundError } from '../../../../errors.ts';
import type { AutoplaceInput, Talk } from '../../../../schedule/autoplace/input.ts';
import { findNamed } from '../../../endpoint/find-named.ts';
import { quoted } from '../../../output/text.ts';

/** By title or id. @throws {NotFoundError} @throws {UsageError} if several talks have the title */
export async function findTalk({ talks }: AutoplaceInput, title: string): Promise<number> {
  const key = foldKey(title);
  const { item } = await findNamed([talks], title, {
    namesOf: ({ session }) => [session.title],
    textOf: candidateText,
    namedBy(talk) {
      if (foldKey(idOf(talk)) === key) return 'id';
      return foldKey(talk.session.title) === key ? 'whole' : undefined;
    },
    several: (count, listed) => ({
      message: `${count} talks are titled ${quoted(title)}`,
      fix: listed.every((talk) => idOf(talk) !== '')
        ? 'pass the id of one of them with --why'
        : 'give each an id in a column id, and pass that of one of them with --why',
    }),
    none: ([most]) =>
      new NotFoundError(`no talk is titled ${quoted(title)}`, {
        fix: most === undefined ? 'pass the title of a talk with --why' : `did you mean ${quoted(most.session.title)}?`,
      }),
  });
  return talks.indexOf(item);
}

function candidateText(talk: Talk): string {
  return [
    idOf(talk) === '' ? 'without an id' : `id ${idOf(talk)}`,
    ...(talk.row === undefined ? [] : [`line ${talk.row.line}`]),
    ...talk.session.people.flatMap(({ name }) => name || []),
  ].join(', ');
}

/** That of its submission, or else of its row. */
function idOf({ row, session }: Talk): string {
  return session.submissionId || (row?.possibleId ?? '');
}
