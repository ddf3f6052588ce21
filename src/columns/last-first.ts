// Decides whether `García Márquez, Gabriel` is one person, by the address beside it and the header above it. Pure.
import { isOfWholeName } from './address.ts';
import { type People, readPeople } from './people.ts';
import { isGroup } from './person-name.ts';
import { readHeaders } from './vocabulary.ts';

/** Reads a cell of people as `readPeople` does; a cell that can be `Last, First` is, if the address or the header says so. */
export function readPeopleBeside(cell: string, address: string, header: string): People {
  const read = readPeople(cell);
  const [doubt, another] = read.doubts;
  const [family, given, ...others] = doubt?.kind === 'count' ? doubt.parts : [];
  const isPossible =
    doubt !== undefined && another === undefined && read.people.length === 1 && isTwo(doubt.text, family, given);
  if (!isPossible || family === undefined || given === undefined || others.length > 0) return read;
  if (isGroup(given.name.split(' '))) return read;
  const person = { first: given.name, last: family.name };
  if (!isLastFirst(header) && !isOfWholeName(address, person)) return read;
  return {
    people: [{ ...read.people[0], ...person, name: `${given.name} ${family.name}`, text: cell }],
    dropped: read.dropped,
    doubts: [],
  };
}

/** Whether a text consists of two names and a comma. */
function isTwo(text: string, ...names: readonly ({ readonly name: string } | undefined)[]): boolean {
  return text.replace(/\s*,\s*/, ', ') === names.map((each) => each?.name).join(', ');
}

/** `Apellidos, Nombre`, `Name (Last, First)` */
function isLastFirst(header: string): boolean {
  const known = results.get(header) ?? readOrder(header);
  results.set(header, known);
  return known;
}

// The same for all rows.
const results = new Map<string, boolean>();

function readOrder(header: string): boolean {
  const [, before, after] = /^(?:.*\()?([^,()]+),([^,()]+)\)?$/.exec(header) ?? [];
  if (before === undefined || after === undefined) return false;
  const [last, first] = readHeaders([before, after], 'speakers').map((known) =>
    typeof known === 'object' ? known.target : undefined,
  );
  return last === 'last_name' && first === 'first_name';
}
