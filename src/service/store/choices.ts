// Owns how a text names a room, a track or a format of an event, and how its first use creates it.
import { isIdByForm } from '../../contract/id.ts';
import type { IdSource } from '../ids.ts';
import type { Query, SqlValue } from './driver.ts';
import { type LockedEvent, takeNumber } from './locked-events.ts';
import { type Choice, type ChoiceKind, idPrefixes, usualMinutes } from './record-fields.ts';
import { statements } from './statements.ts';

/** Reads what texts name, by ids or by names in any case. */
export async function readChoices(
  query: Query,
  event: LockedEvent,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  const forms = texts.flatMap((text) => [text.toLowerCase(), text.trim().toLowerCase()]);
  const values = [event.seq, JSON.stringify([...new Set(forms)])];
  for (const choice of await query<Choice>(statements.findChoices, values)) {
    remember(choice, event);
  }
}

/**
 * What a text of a request names, after `readChoices`: a new choice where the text is its first
 * use.
 * @returns undefined if the event does not have it, and must not get it
 */
export function findChoice(
  named: {
    readonly kind: ChoiceKind;
    readonly text: string;
    /** Nothing is created by its first use, and tracks and formats are named by their ids alone. */
    readonly isStrict: boolean;
  },
  { choices, hasLists }: LockedEvent,
  newId: IdSource,
): Choice | undefined {
  const { kind, text, isStrict } = named;
  const choice = choices.get(choiceKey(kind, text.toLowerCase()));
  const isById = choice?.id === text || kind === 'room';
  if (choice !== undefined) return isStrict && !isById ? undefined : choice;
  const name = text.trim();
  if (isStrict || hasLists || name === '' || isIdByForm(name)) return undefined;
  const sameName = choices.get(choiceKey(kind, name.toLowerCase()));
  if (sameName !== undefined) return sameName;
  const minutes = kind === 'format' ? usualMinutes : 0;
  return { id: newId(idPrefixes[kind]), kind, name, minutes };
}

/** Gives the event a choice that is new. */
export function addChoice(
  choice: Choice,
  event: LockedEvent,
  send: (sql: string, values: readonly SqlValue[]) => unknown,
): void {
  if (event.choices.has(choiceKey(choice.kind, choice.id))) return;
  remember(choice, event);
  const position = takeNumber(event, 'choice');
  send(statements.insertChoice, choiceColumns(event.seq, choice, position));
}

/** The values of a new row. Formats have no order but that of their names. @param event its seq */
export function choiceColumns(
  event: number,
  { kind, id, name, minutes }: Choice,
  position: number,
): readonly SqlValue[] {
  const place = kind === 'format' ? 0 : position;
  return [event, kind, id, place, name, name.toLowerCase(), minutes];
}

function remember(choice: Choice, { choices }: LockedEvent): void {
  choices.set(choiceKey(choice.kind, choice.name.toLowerCase()), choice);
  choices.set(choiceKey(choice.kind, choice.id), choice);
}

/** @param text an id, or a name in lower case */
function choiceKey(kind: ChoiceKind, text: string): string {
  return `${kind} ${text}`;
}
