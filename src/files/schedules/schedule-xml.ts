// Reads a c3voc schedule as XML (schedule.xml). Must not know what its texts mean.
import { InvalidInputError } from '../../errors.ts';
import type { ReadOptions } from '../limits.ts';
import type { Table } from '../table.ts';
import { decodeText } from '../text.ts';
import { parseXml } from '../xml.ts';
import { type C3vocFileEvent, scheduleEventOf } from './c3voc.ts';
import { eventTables, type SchedulePerson } from './events.ts';

/** @throws {InvalidInputError} for XML that is not well-formed, is no schedule, or is too large */
export async function readScheduleXml(
  bytes: Uint8Array,
  { file, encoding, limits }: ReadOptions,
): Promise<readonly Table[]> {
  const schedule = createSchedule(limits.cells);
  parseXml(decodeText(bytes, { file, encoding }), schedule, (message, line, character) => {
    throw new InvalidInputError(`${file} is not a well-formed schedule (XML)`, {
      details: [{ file, line, message: `character ${character}: ${message}` }],
      fix: 'export it again; the file may be incomplete',
    });
  });
  const { events, conference } = schedule.read();
  if (events.length === 0) {
    throw new InvalidInputError(`${file} is a schedule (XML) without events`, {
      fix: 'export a schedule.xml with events, or a calendar (ICS)',
    });
  }
  return eventTables(
    events.map((event) => scheduleEventOf(event, conference)),
    limits,
  );
}

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
}

/** What they count as: an element is an object with its attributes. */
const cellsPerElement = 4;
const cellsPerEvent = 16;

/** Collects the events and what is written above them. */
function createSchedule(count: (cells: number) => void) {
  const path: Element[] = [];
  const events: C3vocFileEvent[] = [];
  const conference = { zone: '', dayChange: '' };
  let event: { line: number; texts: Map<string, string>; people: SchedulePerson[] } | undefined;
  const above = (name: string) => path.findLast((element) => element.name === name)?.attributes ?? {};

  return {
    open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
      path.push({ name, attributes, text: '' });
      count(cellsPerElement);
      if (name === 'event') {
        count(cellsPerEvent);
        const { guid = '', code = '', id = '' } = attributes;
        event = { line, texts: new Map(Object.entries({ guid, code, id })), people: [] };
      }
    },
    text(text: string): void {
      const element = path.at(-1);
      if (element !== undefined) element.text += text;
    },
    close(): void {
      const element = path.pop();
      if (element === undefined) return;
      const { name, attributes } = element;
      const text = element.text.trim();
      const parent = path.at(-1)?.name;
      if (name === 'event' && event !== undefined) {
        const { line, texts, people } = event;
        const day = above('day');
        const room = above('room').name ?? '';
        events.push({ line, text: (key) => texts.get(key) ?? '', people, date: day.date ?? '', room });
        event = undefined;
      } else if (event !== undefined && parent === 'event') {
        event.texts.set(name, text);
      } else if (event !== undefined && name === 'person') {
        event.people.push(personOf(text, attributes));
      } else if (parent === 'conference' && name === 'time_zone_name') conference.zone = text;
      else if (parent === 'conference' && name === 'day_change') conference.dayChange = text.slice(0, 5);
    },
    read: () => ({ events, conference }),
  };
}

function personOf(name: string, attributes: Readonly<Record<string, string>>): SchedulePerson {
  const { code, guid, id, email } = attributes;
  return { id: code ?? guid ?? id, name, email };
}
