// Owns the names of time zones that Windows and Outlook write. Must not know calendars.
import { isTimeZone } from '../../contract/time-zone.ts';

/**
 * The IANA name of each Windows name among these, such as Europe/Berlin of `W. Europe Standard
 * Time`. The table is large, and loaded only for a name that the IANA database lacks.
 */
export async function zonesOfWindows(
  names: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(names)];
  if (distinct.every(isTimeZone)) return new Map();
  const { findIana } = await import('windows-iana');
  const pairs = distinct.map((name) => [name, findIana(name, wholeWorld)[0]] as const);
  return new Map(pairs.flatMap(([name, zone]) => (zone === undefined ? [] : [[name, zone]])));
}

/** Each Windows name has one zone for all territories, and others for single ones. */
const wholeWorld = '001';
