// Finds the parts of an Excel workbook in its archive, by the relations between them. Must not know
// what is in a part.
import { damaged, parsePart, type Zip } from './zip.ts';

/** The parts of a workbook, and its name for errors. */
export interface Archive {
  readonly zip: Zip;
  readonly file: string;
}

/** The bytes of a part that must exist. @throws {InvalidInputError} */
export function partOf({ zip, file }: Archive, path: string): Uint8Array {
  const bytes = zip.unpack(path);
  if (bytes === undefined) throw damaged(file, `"${path}" is missing inside it`);
  return bytes;
}

/**
 * The paths of the parts of one type that a part refers to, by the id of the relation (ECMA-376
 * part 2, §9.3).
 * @param from the path of the part; undefined for the archive itself
 * @throws {InvalidInputError} if one of them cannot be in the archive
 */
export function relatedParts(
  { zip, file }: Archive,
  from: string | undefined,
  type: string,
): ReadonlyMap<string | undefined, string> {
  const path = from ?? '';
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const paths = new Map<string | undefined, string>();
  const bytes = zip.unpack(`${folder}_rels/${path.slice(folder.length)}.rels`);
  if (bytes === undefined) return paths;
  parsePart(bytes, file, {
    open(name, { Id, Type = '', Target = '' }) {
      if (name !== 'Relationship' || !Type.endsWith(type)) return;
      paths.set(Id, pathOf(Target, folder, file));
    },
  });
  return paths;
}

/** The path of a part that is named from a folder. */
function pathOf(target: string, folder: string, file: string): string {
  try {
    const { protocol, host, pathname } = new URL(target, `file:///${folder}`);
    if (protocol === 'file:' && host === '') return decodeURIComponent(pathname.slice(1));
  } catch {
    // It is no URL, or its escapes are wrong.
  }
  throw damaged(file, `"${target}" is not the path of a part inside it`);
}
