// Owns what the headers of a grid mean: rooms, the people of a room, and the ends of the lines.
// Must not know the cells below them.
import { longestHeader } from '../../columns/dates/header-zone.ts';
import { wordsOf } from '../../columns/fold.ts';
import { readHeaders } from '../../columns/header-fields.ts';
import { foldKey } from '../../contract/key.ts';
import { sessionFields } from '../read/session-table.ts';

/** What a column of a grid holds. */
export type GridColumn =
  | { readonly kind: 'room' }
  /** People of the sessions in a room. */
  | {
      readonly kind: 'people';
      /** The index of the room's column. */
      readonly room: number;
      /** The field of a person, such as `speakers`. */
      readonly field: string;
    }
  /** When the lines end. */
  | { readonly kind: 'end' }
  /** Remarks, which are not read: `Notes`. */
  | { readonly kind: 'notes' }
  /** What rows of a list have, such as a title. */
  | { readonly kind: 'field'; readonly field: string };

/**
 * Of each header beside the times. People are those of a room only if their header begins with its
 * header: `Hall 1 speakers` beside `Hall 1`. A letter is a word of some language, and here a room.
 */
export function readGridHeaders(headers: readonly string[]): readonly GridColumn[] {
  const fields = fieldsOf(headers.map(withoutLetter));
  const rooms = new Map<string, number>();
  for (const [at, header] of headers.entries()) {
    const field = fields[at];
    const isRoom = header !== '' && (field === undefined || field === 'room');
    if (isRoom && !rooms.has(foldKey(header))) rooms.set(foldKey(header), at);
  }
  return headers.map((header, at): GridColumn => {
    const field = fields[at];
    if (field === 'end') return { kind: 'end' };
    if (isOfNotes(header)) return { kind: 'notes' };
    const part = partOfRoom(header, rooms);
    if (part !== undefined) return part;
    return field === undefined || field === 'room' ? { kind: 'room' } : { kind: 'field', field };
  });
}

/** The fields of a list of sessions that the headers name, or `unclear`. */
function fieldsOf(headers: readonly string[]): readonly (string | undefined)[] {
  return readHeaders(headers, 'sessions').map((meant) => {
    return meant === undefined || meant === 'unclear' ? meant : meant.target;
  });
}

/** What a header means after that of a room; undefined if it is none, or has no other meaning. */
function partOfRoom(header: string, rooms: ReadonlyMap<string, number>): GridColumn | undefined {
  if (header.length > longestHeader) return undefined;
  for (const { index } of header.matchAll(/(?<=[\p{L}\d)])[^\p{L}\d]+/gu)) {
    const room = rooms.get(foldKey(header.slice(0, index)));
    const [field] = room === undefined ? [] : fieldsOf([header.slice(index)]);
    if (room === undefined || field === undefined) continue;
    if (isPersonField(field)) return { kind: 'people', room, field };
    // One word of a room may be that of a field: `Hall` and `Hall Stage`, `Hall` and `Hall B`.
    if (field !== 'room' && withoutLetter(header.slice(index)) !== '')
      return { kind: 'field', field };
  }
  return undefined;
}

/** `Notes`, and `Hall 1 notes` */
function isOfNotes(header: string): boolean {
  return header.length <= longestHeader && notes.has(wordsOf(header).at(-1));
}

const notes: ReadonlySet<string | undefined> = new Set(
  wordsOf(`
    note notes comment comments remark remarks capacity bemerkung bemerkungen anmerkung anmerkungen
    notiz notizen hinweis hinweise kapazität remarque remarques notas observaciones observações
    opmerking opmerkingen uwagi poznámka poznámky 備考 备注 примечание примечания
  `),
);

/** Whether a field of sessions names people. */
export function isPersonField(field: string): boolean {
  return Object.entries(sessionFields).some(([name, spec]) => name === field && 'person' in spec);
}

function withoutLetter(text: string): string {
  return text.replace(/[^\p{L}\d]/gu, '').length > 1 ? text : '';
}
