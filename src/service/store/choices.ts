// Owns how a text names a room, a track or a format of an event, and how its first use creates it.
import { isIdByForm } from '../../contract/id.ts';
import type { Query, SqlValue } from './driver.ts';
import { type EventState, takeNumber } from './events.ts';
import { type Choice, type ChoiceKind, idPrefixes, usualMinutes } from './record-fields.ts';
import { statements } from './statements.ts';

/**
 * The rooms, tracks and formats that requests name: by their ids, and by their names in lower case.
 */
export type KnownChoices = Map<string, Choice>;

/** The choices of one event, among those that are known. */
interface EventChoices {
  readonly event: EventState;
  readonly known: KnownChoices;
}

/** Reads what texts name, by ids or by names in any case. */
export async function readChoices(
  query: Query,
  { event, known }: EventChoices,
  texts: readonly string[],
): Promise<void> {
  if (texts.length === 0) return;
  const forms = texts.flatMap((text) => [text.toLowerCase(), text.trim().toLowerCase()]);
  const values = [event.seq, JSON.stringify([...new Set(forms)])];
  for (const choice of await query<Choice>(statements.findChoices, values)) {
    remember(choice, { event, known });
  }
}

/** What a request names. */
interface Wanted {
  readonly kind: ChoiceKind;
  readonly text: string;
  /** Nothing is created by its first use, and tracks and formats are named by their ids alone. */
  readonly isStrict: boolean;
}

/** What a text names; `isNew` if the event has to get it. */
export interface Found {
  readonly choice: Choice;
  readonly isNew: boolean;
}

/** @returns undefined if the event does not have it, and must not get it */
export function findChoice(
  { kind, text, isStrict }: Wanted,
  { event, known }: EventChoices,
  newId: (prefix: string) => string,
): Found | undefined {
  const choice = known.get(choiceKey(event, kind, text.toLowerCase()));
  const isById = choice?.id === text || kind === 'room';
  if (choice !== undefined) return isStrict && !isById ? undefined : { choice, isNew: false };
  const name = text.trim();
  if (isStrict || event.hasLists || name === '' || isIdByForm(name)) return undefined;
  const sameName = known.get(choiceKey(event, kind, name.toLowerCase()));
  if (sameName !== undefined) return { choice: sameName, isNew: false };
  const minutes = kind === 'format' ? usualMinutes : 0;
  return { choice: { id: newId(idPrefixes[kind]), kind, name, minutes }, isNew: true };
}

/** Gives the event what it has to get. */
export function addChoice(
  { choice, isNew }: Found,
  choices: EventChoices,
  send: (sql: string, values: readonly SqlValue[]) => unknown,
): void {
  if (!isNew) return;
  remember(choice, choices);
  const { event } = choices;
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

function remember(choice: Choice, { event, known }: EventChoices): void {
  known.set(choiceKey(event, choice.kind, choice.name.toLowerCase()), choice);
  known.set(choiceKey(event, choice.kind, choice.id), choice);
}

function choiceKey({ seq }: EventState, kind: ChoiceKind, text: string): string {
  return `${seq} ${kind} ${text}`;
}
