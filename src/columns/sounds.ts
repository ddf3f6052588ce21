// Compares names in Cyrillic and Greek letters with their many Latin spellings, as addresses have them. Must not know addresses. Pure.

/** Whether a word is in letters that an address spells in Latin ones. */
export function isTransliterated(word: string): boolean {
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word);
}

/**
 * One letter for each sound of a word: `a` for a vowel, and one consonant for all that spellings interchange. `Шашкевич`
 * and `shashkevych` have the same sounds, apart from vowels. The first letter is the sound of the initial.
 */
export function soundsOf(word: string): string {
  const letters = word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return letters.replace(groups, (group) => sounds.get(group) ?? '');
}

/** What spellings have in common: the sounds without vowels, except at the start, and without repetition. */
export function consonantsOf(all: string): string {
  return all.replace(/(?<!^)a/g, '').replace(/(.)\1+/g, '$1');
}

const spellings: Readonly<Record<string, string>> = {
  a: 'a e i o u y j а е и о у ы э ю я і є α ε η ι ο υ ω ου',
  av: 'αυ ευ',
  d: 'd д δ',
  g: 'g h kh ch tch tsch г ґ х ч γ γκ χ',
  k: 'k c q ck ts tz cz к ц κ τζ τσ',
  ks: 'x ξ',
  l: 'l л λ',
  m: 'm м μ',
  n: 'n н ν',
  ng: 'γγ',
  p: 'p п π',
  ps: 'ψ',
  r: 'r р ρ',
  s: 's sh sch shch с ш щ σ ς',
  t: 't th т τ θ',
  v: 'v b f w ph б в ф β μπ φ',
  z: 'z zh з ж ζ',
};

const sounds = new Map(
  Object.entries(spellings).flatMap(([sound, text]) => text.split(' ').map((letters) => [letters, sound] as const)),
);

/** The longest first; any other character has no sound. */
const groups = new RegExp(`${[...sounds.keys()].sort((a, b) => b.length - a.length).join('|')}|[^]`, 'gu');
