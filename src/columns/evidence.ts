// Owns what the cells of a column prove: which fields they do not fit, and which they resemble. Must not know headers. Pure.
import { addressesInText, withoutAddresses } from '../contract/address.ts';
import { isAddressField } from '../contract/key.ts';
import { isForm, isJobTitle, isPlainName, namesShown } from './name-evidence.ts';
import { isDecisionWord } from './status-words.ts';
import type { FileKind } from './vocabulary/fields.ts';

/** The cells of a column in the first rows of a file, trimmed; an empty one is the empty text. */
export type Cells = readonly string[];

/** Why a column cannot fill a field although its header may mean it; undefined if its cells fit, or all are empty. */
export function misfitOf(target: string, of: FileKind, cells: Cells): string | undefined {
  const filled = filledIn(cells);
  const kind = kindOf(target, of);
  if (kind === undefined || filled.length === 0) return undefined;
  const found = misfits[kind].find(([, isMisfit]) => isMisfit(filled));
  return found?.[0];
}

/** Whether no cell has an @, although that alone does not prove that a column of addresses is meant otherwise. */
export function lacksAddresses(cells: Cells): boolean {
  const filled = filledIn(cells);
  return filled.length > 0 && !filled.some(mayBeAddress);
}

/** Whether the cells alone suggest the field, whatever the header is. @param addresses in the same rows, if a column has them */
export function resembles(target: string, of: FileKind, cells: Cells, addresses: Cells | undefined): boolean {
  const filled = filledIn(cells);
  const kind = kindOf(target, of);
  if (kind === undefined || filled.length === 0) return false;
  if (kind === 'names') {
    const shown = namesShown(cells, addresses);
    const isWhole = target === 'name' || target === 'speakers';
    return shown !== undefined && isWhole === (shown === 'whole');
  }
  if (kind === 'moment') return most(filled, (cell) => isMoment[target]?.(cell) === true);
  return resemblances[kind]?.(filled) ?? false;
}

/** Whether cells are the whole names of the people whose first or last names are in other cells of the same rows. */
export function containNames(cells: Cells, parts: Cells): boolean {
  const pairs = cells.map((cell, row) => [cell, parts[row] ?? ''] as const).filter((pair) => pair.every(Boolean));
  const contain = ([cell, part]: readonly [string, string]) =>
    cell.length > part.length && ` ${cell.replace(/,/g, ' ')} `.toLowerCase().includes(` ${part.toLowerCase()} `);
  return pairs.length > 0 && pairs.filter(contain).length > pairs.length / 2;
}

export function isEmpty(cells: Cells): boolean {
  return filledIn(cells).length === 0;
}

function kindOf(target: string, of: FileKind): Kind | undefined {
  if (target === 'title') return of === 'speakers' ? 'jobTitle' : 'talkTitle';
  return isAddressField(target) ? 'address' : kinds.get(target);
}

/** Fields whose cells look alike. */
type Kind = keyof typeof misfits;

const kinds: ReadonlyMap<string, Kind> = new Map([
  ['name', 'names'],
  ['speakers', 'names'],
  ['first_name', 'names'],
  ['last_name', 'names'],
  ['submitter_first_name', 'names'],
  ['submitter_last_name', 'names'],
  ['speaker_first_name', 'names'],
  ['speaker_last_name', 'names'],
  ['company_name', 'label'],
  ['track', 'label'],
  ['track_id', 'label'],
  ['format', 'label'],
  ['format_id', 'label'],
  ['about', 'text'],
  ['abstract', 'text'],
  ['logistics_notes', 'text'],
  ['start', 'moment'],
  ['date', 'moment'],
  ['time', 'moment'],
  ['end', 'moment'],
  ['room', 'room'],
  ['feedback', 'letter'],
  ['duration', 'length'],
  ['status', 'status'],
]);

type Test = (filled: Cells) => boolean;
type Misfit = readonly [reason: string, isMisfit: Test];

const addresses: Misfit = ['its cells are addresses', (filled) => most(filled, isOnlyAddresses)];
const links: Misfit = ['its cells are links', (filled) => most(filled, isLink)];
const texts: Misfit = ['its cells are long texts', (filled) => most(filled, isLongText)];
const dates: Misfit = [
  'its cells are dates or times',
  (filled) => most(filled, (cell) => hasDate(cell) || isClock(cell)),
];
const numbers: Misfit = ['its cells are numbers', (filled) => filled.length >= enough && filled.every(isNumber)];

/** Numbers and words may be anything in a few rows. */
const enough = 3;

const misfits = {
  address: [
    ['its cells are numbers', (filled) => filled.every(isNumber)],
    ['its cells have no @', (filled) => filled.length >= enough && !filled.some(mayBeAddress)],
  ],
  names: [addresses, links, texts, dates, ['its cells are numbers', (filled) => most(filled, isNumber)]],
  label: [addresses, links, texts],
  room: [addresses, links, texts, dates],
  jobTitle: [
    ...[addresses, links, texts, dates, numbers],
    // `Professor` alone may be a job.
    ['its cells are parts of names', (filled) => filled.every(isForm) && !filled.every(isJobTitle)],
    ['its cells look like titles of talks', (filled) => filled.length >= enough && most(filled, isTalkTitle)],
  ],
  talkTitle: [addresses, links, dates, numbers],
  text: [addresses, links, dates, numbers],
  letter: [addresses, links, dates, ['its cells are numbers', (filled) => filled.every(isNumber)]],
  moment: [addresses, links, texts],
  length: [addresses, links, texts],
  status: [addresses, links, texts, numbers],
} satisfies Readonly<Record<string, readonly Misfit[]>>;

const resemblances: Readonly<Partial<Record<Kind, Test>>> = {
  address: (filled) => filled.filter(hasAddress).length >= filled.length * 0.9 || most(filled, isNamedAddress),
  text: (filled) => most(filled, isLongText),
  status: (filled) => filled.length >= enough && filled.every(isDecisionWord),
  talkTitle: (filled) => new Set(filled).size >= filled.length * 0.9 && most(filled, isTalkTitle),
};

const isMoment: Readonly<Record<string, (cell: string) => boolean>> = {
  start: (cell) => hasDate(cell) && hasClock(cell),
  date: (cell) => hasDate(cell) && !hasClock(cell),
  time: (cell) => isClock(cell) && !hasDate(cell),
};

/** Some cells of any column are wrong, or a remark. */
function most(filled: Cells, test: (cell: string) => boolean): boolean {
  return filled.length > 0 && filled.filter(test).length >= filled.length * 0.6;
}

function filledIn(cells: Cells): Cells {
  return cells.filter((cell) => cell !== '');
}

function hasAddress(cell: string): boolean {
  return addressesInText(cell).length > 0;
}

/** `Ann Muster <ann@example.org>` */
function isNamedAddress(cell: string): boolean {
  return /^[^<>@]{1,100}<[^<>\s]+@[^<>\s]+>$/.test(cell);
}

/** Also addresses that are hidden from programs: `tom(at)acme.com`. */
function mayBeAddress(cell: string): boolean {
  return hasAddress(cell) || /\S\s*[([{]\s*at\s*[)\]}]\s*\S/i.test(cell);
}

function isOnlyAddresses(cell: string): boolean {
  return hasAddress(cell) && !/[\p{L}\p{N}]/u.test(withoutAddresses(cell).replace(/mailto:/gi, ''));
}

function isLink(cell: string): boolean {
  return /^(https?:\/\/|www\.)\S+$/i.test(cell) || /^[\w-]+(\.[\w-]+)+\/\S*$/.test(cell);
}

function isNumber(cell: string): boolean {
  return /^[#\d\s.,-]*\d[\d\s.,-]*$/.test(cell);
}

/** Sentences: a list of names or a long title has more capitals, or fewer words. */
function isLongText(cell: string): boolean {
  if (cell.length < 40) return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cell)) return /[。！？]|\p{L}{30}/u.test(cell);
  const words = cell.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  const capitalized = words.filter((word) => /^\P{L}*\p{Lu}/u.test(word));
  return words.length >= 14 && capitalized.length <= words.length * 0.6;
}

/** A title has some words, and is no name, job title or text. */
function isTalkTitle(cell: string): boolean {
  if (cell.length > 200 || isJobTitle(cell) || isPlainName(cell) || hasAddress(cell) || isLongText(cell)) return false;
  const words = cell.split(/\s+/).length;
  return (
    words >= 4 || /[?!？！:]/.test(cell) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{10}/u.test(cell)
  );
}

// Only enough to tell dates from other cells. What they mean is decided when the rows are read.
const dateForms = [
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}/,
  /\d{1,2}[-/.]\s?\d{1,2}[-/.]\s?\d{2,4}/,
  /\d{4}\s?年\s?\d{1,2}\s?月/,
  /\d{1,2}(\.|st|nd|rd|th|º|er)?\s+(de\s+)?\p{L}{3,}\.?,?\s+(de\s+)?\d{4}/u,
  /\p{L}{3,}\.?\s+\d{1,2}(st|nd|rd|th)?,?\s+\d{4}/u,
  /^\d{8}(T|$)/,
];

function hasDate(cell: string): boolean {
  return cell.length <= 60 && dateForms.some((form) => form.test(cell));
}

function hasClock(cell: string): boolean {
  return /\d[:h]\d\d|\dT\d{2}|\b\d{1,2}(\.\d\d)?\s*([ap]\.?m\b|uhr\b)/i.test(cell);
}

/** A clock time or a range of them, and nothing else. */
function isClock(cell: string): boolean {
  return (
    cell.length <= 30 && /^\D{0,6}\d{1,2}([:.h]\d{2}|\s*(h|[ap]\.?m\.?|uhr))\b/i.test(cell) && !/\p{L}{4}/u.test(cell)
  );
}
