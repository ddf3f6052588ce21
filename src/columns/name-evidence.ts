// Distinguishes people's names from other short texts by their words. Pure.

import { degrees, groupWords, particles, plainWord, titleParts, titles } from './name-words.ts';

/** One to six words that may be those of a name, one of them capitalized, or a few East Asian letters. */
export function isPlainName(cell: string): boolean {
  if (cell.length > 60 || /[\d@/:?!_]|\.\w/.test(cell) || isJobTitle(cell) || isForm(cell)) return false;
  const words = partsOf(cell);
  if (isEastAsian(cell)) return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・·\s　]{2,12}$/u.test(cell);
  return words.length <= 6 && words.every(isNameWord) && words.some((word) => /^\p{Lu}\p{L}/u.test(word));
}

/** Whether a text has a word that job titles have; some names and titles of talks have one as well. */
function isJobTitle(cell: string): boolean {
  return cell.length <= 120 && jobWords.test(cell);
}

/** Whether a text is a form of address or a degree alone: `Dr.`, `Ms`, `Prof. Dr. med.`, `PhD`, or abbreviations such as `Öğr. Gör.` */
function isForm(cell: string): boolean {
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
