// Finds the one thing that a person names, among those that are read one after the other. Must not know what they are.
import { comparable, isSimilar, similarityBetween } from '../../columns/similarity.ts';
import { type NotFoundError, UsageError } from '../../errors.ts';

/** How a text names a thing: `similar` as names of people are compared, `part` by a part of a name, `owner` by whose it is. */
export type NamedBy = 'id' | 'whole' | 'similar' | 'part' | 'owner';

/** How things of one kind are named, and what is reported of them. */
interface Naming<T> {
  /** `hidden` if the service may hide the name; undefined if the text does not name the thing. */
  readonly namedBy: (item: T) => NamedBy | 'hidden' | undefined;
  readonly namesOf: (item: T) => readonly string[];
  /** Distinguishes a thing from others with the same name. */
  readonly textOf: (item: T) => string;
  readonly several: (count: number, listed: readonly T[]) => { readonly message: string; readonly fix: string };
  /** The most similar first. */
  readonly none: (similar: readonly T[], hidden: readonly T[]) => NotFoundError;
}

/** More candidates are only counted. */
const mostListed = 10;
const mostShown = 3;

/**
 * Reads to the thing with this id, else to the end. Only candidates stay in memory.
 * @throws {NotFoundError} naming similar things @throws {UsageError} naming the candidates, if there are several
 */
export async function findNamed<T>(
  batches: AsyncIterable<readonly T[]> | Iterable<readonly T[]>,
  text: string,
  { namedBy, namesOf, textOf, several, none }: Naming<T>,
): Promise<{ readonly item: T; readonly by: NamedBy }> {
  const candidates = { whole: [] as T[], similar: [] as T[], part: [] as T[], owner: [] as T[], hidden: [] as T[] };
  const counts = { whole: 0, similar: 0, part: 0, owner: 0, hidden: 0 };
  let others: readonly { readonly item: T; readonly similarity: number }[] = [];
  const wanted = comparable(text);
  for await (const batch of batches) {
    for (const item of batch) {
      const by = namedBy(item);
      if (by === 'id') return { item, by };
      if (by !== undefined) {
        counts[by]++;
        if (counts[by] <= mostListed) candidates[by].push(item);
        continue;
      }
      const names = namesOf(item).map(comparable);
      if (!names.some((name) => isSimilar(wanted, name))) continue;
      const similarity = Math.max(...names.map((name) => similarityBetween(wanted, name)));
      others = [...others, { item, similarity }].toSorted((a, b) => b.similarity - a.similarity).slice(0, mostShown);
    }
  }
  for (const by of ['whole', 'similar', 'part', 'owner'] as const) {
    const [item] = candidates[by];
    if (item === undefined) continue;
    if (counts[by] === 1) return { item, by };
    const { message, fix } = several(counts[by], candidates[by]);
    const lines = candidates[by].map(textOf);
    if (counts[by] > mostListed) lines.push(`and ${counts[by] - mostListed} more`);
    throw new UsageError(message, { details: lines.map((line) => ({ message: line })), fix });
  }
  throw none(
    others.map(({ item }) => item),
    candidates.hidden,
  );
}
