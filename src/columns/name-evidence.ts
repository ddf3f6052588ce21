// Distinguishes people's names from other short texts: by their words, by common family names, and by the addresses beside them. Pure.

import { hasEvidentFamily } from './east-asian-names.ts';
import { lettersOf } from './fold.ts';
import { degrees, groupWords, particles, plainWord, titleParts, titles } from './name-words.ts';
import { onFirstUse } from './on-first-use.ts';

/** Whether the cells are whole names or parts of names; undefined if they are something else. @param addresses in the same rows */
export function namesShown(
  cells: readonly string[],
  addresses: readonly string[] | undefined,
): 'whole' | 'part' | undefined {
  const filled = cells.filter((cell) => cell !== '');
  const names = filled.filter(isPlainName);
  if (filled.length === 0 || names.length < filled.length * 0.7) return undefined;
  const several = names.filter((name) => partsOf(name).length > 1 || isEastAsian(name));
  const shape = several.length >= names.length * 0.5 ? 'whole' : 'part';
  const isProven = isInAddresses(cells, addresses) || names.filter(hasCommonFamilyName).length >= names.length * 0.5;
  if (isProven) return shape;
  // Rooms and companies repeat, and few of them have two words.
  const isVaried = filled.length >= 2 && new Set(filled).size >= filled.length * 0.8;
  const isWhole = several.filter((name) => !isEastAsian(name)).length >= filled.length * 0.7;
  return isVaried && isWhole ? 'whole' : undefined;
}

/** One to six words that may be those of a name, one of them capitalized, or a few East Asian letters. */
export function isPlainName(cell: string): boolean {
  if (cell.length > 60 || /[\d@/:?!_]|\.\w/.test(cell) || isJobTitle(cell) || isForm(cell)) return false;
  const words = partsOf(cell);
  if (isEastAsian(cell)) return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・·\s　]{2,12}$/u.test(cell);
  return words.length <= 6 && words.every(isNameWord) && words.some((word) => /^\p{Lu}\p{L}/u.test(word));
}

/** Whether a text has a word that job titles have; some names and titles of talks have one as well. */
export function isJobTitle(cell: string): boolean {
  return cell.length <= 120 && jobWords.test(cell);
}

/** Whether a text is a form of address or a degree alone: `Dr.`, `Ms`, `Prof. Dr. med.`, `PhD`, or abbreviations such as `Öğr. Gör.` */
export function isForm(cell: string): boolean {
  const parts = partsOf(cell);
  if (parts.every((part) => part.endsWith('.')) && parts.some((part) => /\p{L}{2}/u.test(part))) return true;
  return parts.every((part, at) => {
    const word = plainWord(part);
    return titles.has(word) || degrees.has(word) || (at > 0 && titleParts.has(word));
  });
}

function isNameWord(word: string): boolean {
  const plain = word.toLowerCase().replace(/[.,]/g, '');
  if (groupWords.has(plain)) return false;
  return /^[\p{Lu}\p{Lo}]/u.test(word) || particles.has(plain) || titles.has(plain) || /^(d|l|o)['’]/.test(plain);
}

function partsOf(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function isEastAsian(text: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
}

/** Whether the addresses of a quarter of the rows contain a word of their cell: `ann.muster@example.org`. */
function isInAddresses(cells: readonly string[], addresses: readonly string[] | undefined): boolean {
  const pairs = cells
    .map((cell, row) => ({ cell, local: lettersOf((addresses?.[row] ?? '').replace(/@.*$/s, '')) }))
    .filter(({ cell, local }) => cell !== '' && local !== '');
  const matching = pairs.filter(({ cell, local }) =>
    partsOf(cell).some((word) => lettersOf(word).length > 2 && local.includes(lettersOf(word))),
  );
  return matching.length > 0 && matching.length >= pairs.length * 0.25;
}

/** Whether a header says that a column holds places, whose names look like those of people. */
export function isOfPlaces(header: string): boolean {
  return header.split(/[^\p{L}]+/u).some((word) => placeWords().has(lettersOf(word)));
}

const placeWords = onFirstUse(() =>
  lettersOfWords(
    `city town country state region place origin nationality address stadt ort wohnort land bundesland herkunft ville pays région
  adresse ciudad país lugar cidade estado local città paese luogo regione stad plaats miasto kraj miejscowość město země
  stát město город страна регион 都市 国 出身 城市 国家`,
  ),
);

/** Chinese and Japanese names of two to five letters, which begin with the family name. */
function hasCommonFamilyName(name: string): boolean {
  const plain = name.replace(/[\s　]/g, '');
  return (
    plain.length >= 2 &&
    plain.length <= 5 &&
    hasEvidentFamily(plain) &&
    !/(大学|会社|公司|[社部院所店市県省])$/.test(plain)
  );
}

/** Words for jobs, whole: names (`Cook`, `Leadbeater`) and other nouns (`Architecture`) begin as they do. */
const jobWords = new RegExp(
  `(?<!\\p{L})(?:${[
    '(?:engineer|developer|manager|director|professor|lecturer|researcher|scientist|student|consultant|analyst|architect)s?',
    '(?:designer|founder|co-?founder|president|officer|advocate|evangelist|specialist|editor|freelancer|postdoc)s?',
    '(?:lawyer|teacher|coordinator|administrator|maintainer)s?|senior|junior|head of|lead|chief|freelance',
    'ceo|cto|cfo|coo|cio|vp|\\p{L}*(?:entwickler|ingenieur|leiter|geschäftsführer|dozent|wissenschaftler|berater|gründer)(?:in)?',
    '(?:redakteur|lehrer|professor)(?:in)?|referent(?:in)? für|wissenschaftliche[rs]?|vorstand|projektleitung|abteilungsleitung',
    'développeu(?:r|se)|ingénieure?|directeur|directrice|chercheu(?:r|se)|professeure?|fondat(?:eur|rice)|responsable|chef de',
    '(?:desarrollador|profesor|investigador|fundador|desenvolvedor|pesquisador|diretor)a?|ingenier[oa]|engenheir[oa]|gerente',
    'sviluppat(?:ore|rice)|ingegnere|ricercat(?:ore|rice)|dirett(?:ore|rice)|fondat(?:ore|rice)|responsabile',
    'ontwikkelaar|onderzoeker|hoogleraar|oprichter|programist(?:a|ka)|inżynier(?:ka)?|kierowni(?:k|czka)|dyrektor(?:ka)?',
    'badacz(?:ka)?|vývojář(?:ka)?|inženýr(?:ka)?|ředitel(?:ka)?|vedoucí|výzkumn[íi](?:k|ce)',
    'директор|инженер|разработчик|профессор|менеджер|руководитель|аналитик',
  ].join('|')})(?!\\p{L})|エンジニア|教授|研究員|代表|部長|開発者|工程师|经理|总监|研究员|创始人`,
  'iu',
);

function lettersOfWords(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).map(lettersOf));
}
