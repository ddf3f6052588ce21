// How like two headers are, and which of several is the likest: for "did you mean".

/** A header without what people write differently: case, spaces, hyphens, underscores, punctuation. */
export function normalizeHeader(header: string): string {
  return header
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The candidate that is likest to a word, where one is like enough. */
export function likest(word: string, candidates: Iterable<string>): string | undefined {
  return likestOf(word, candidates, 1)[0];
}

/** The candidates that are likest to a word and like enough, the likest first. */
export function likestOf(word: string, candidates: Iterable<string>, most: number): readonly string[] {
  return Array.from(candidates, (candidate) => ({ candidate, likeness: likenessOf(word, candidate) }))
    .filter(({ likeness }) => likeness > likeEnough)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

const likeEnough = 0.65;

/** From 0 to 1: the share of common letter pairs (Dice), or more where one stands whole in the other. */
export function likenessOf(a: string, b: string): number {
  const [shorter, longer] = [normalizeHeader(a), normalizeHeader(b)].sort((x, y) => x.length - y.length) as [
    string,
    string,
  ];
  if (shorter === '') return 0;
  if (shorter === longer) return 1;
  if (shorter.length >= 4 && longer.includes(shorter))
    return likeEnough + ((1 - likeEnough) * shorter.length) / longer.length;
  const pairs = pairsOf(longer);
  const common = pairsOf(shorter).filter((pair) => {
    const at = pairs.indexOf(pair);
    if (at >= 0) pairs.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (shorter.length + longer.length - 2 || 1);
}

function pairsOf(word: string): string[] {
  return Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));
}
