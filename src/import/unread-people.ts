// Warns of the people of a row that no record has, and of rows whose person is not the speaker.
// Must not know how records are made. Pure.
import type { MappedColumn, Mapping } from '../columns/mapping.ts';
import { isNo } from '../columns/marks.ts';
import { quoteCell } from '../columns/quote.ts';
import { addressesInText, maskedAddress } from '../contract/address.ts';
import { quoted } from '../contract/amount.ts';
import { foldKey } from '../contract/key.ts';
import { readPeople } from '../people/people.ts';
import { isNobody, isNoValue } from '../people/words.ts';
import type { Fault } from './record-faults.ts';

/**
 * @param cells of the row
 * @param saved the names of those whom the folder of a program saves, folded
 */
export function unreadWarnings(
  cells: readonly string[],
  { mapped, unmapped, unread }: Mapping,
  saved: ReadonlySet<string>,
): readonly Fault[] {
  if (unread === undefined) return [];
  const columnAt = (index: number | undefined) => unmapped.find((one) => one.index === index);
  const used = usedTexts(cells, mapped);
  const warnings = unread.people.flatMap((columns): readonly Fault[] => {
    const filled = columns.filter(({ index }) => !isNobody((cells[index] ?? '').trim()));
    const [first] = filled;
    const texts = filled.map(({ index }) => cells[index] ?? '');
    const isUsed = [...texts, texts.join(' ')].some((text) => used.has(foldKey(text)));
    const column = columnAt(first?.index)?.column;
    if (first === undefined || column === undefined || isUsed) return [];
    // The parts of a name are one person; an address is a cell of its own, and is not saved.
    const hasAddress = filled.some(({ hasAddresses }) => hasAddresses);
    const named = hasAddress ? texts : [texts.join(' ')];
    if (named.every((text) => hasOnly(text, saved))) return [];
    const why = first.isUnnamed
      ? 'may be another person, and is not imported'
      : 'is not imported, because a row is about one person';
    const cell = cells[first.index] ?? '';
    const isAddress = first.hasAddresses || addressesInText(cell).length > 0;
    const message = `${isAddress ? quoted(maskedAddress) : quoteCell(cell)} ${why}`;
    return [{ column, code: 'unread_person', message }];
  });
  const question = columnAt(unread.question);
  if (question === undefined) return warnings;
  const answer = (cells[question.index] ?? '').trim();
  const [word = ''] = answer.split(/[\s,.;:]/);
  if (!isNo(word) || isNoValue(answer)) return warnings;
  const message = `${quoteCell(answer)}, but the person of the row is imported as a speaker`;
  return [...warnings, { column: question.column, code: 'not_speaker', message }];
}

/** Whether all people whom a cell names are some of these. */
function hasOnly(cell: string, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false;
  const { people } = readPeople(cell);
  return people.length > 0 && people.every(({ name }) => names.has(foldKey(name)));
}

/** The name and the address of the person whom the row is about, as they are compared. */
function usedTexts(cells: readonly string[], mapped: readonly MappedColumn[]): ReadonlySet<string> {
  const textsOf = (targets: RegExp) => {
    const columns = mapped.filter(({ target }) => targets.test(target));
    return columns.map(({ index }) => foldKey(cells[index] ?? ''));
  };
  const parts = textsOf(/^(?:submitter_)?(?:first|last)_name$/);
  return new Set([...textsOf(/^(?:name|email|submitter_email)$/), parts.join(' ')]);
}
