// Finds the time zone that a line of its own names, above or below a grid: `All times in UTC+2`.
// Must not know rooms or sessions. Pure.
import { divideHeader, longestHeader } from '../../columns/dates/header-zone.ts';
import { isAboutZones, readZone, type ZoneReading } from '../../columns/dates/zone.ts';
import { meaningOf } from '../../columns/header-meaning.ts';

/**
 * Undefined for a line that names no zone. A place alone may be that of the event, as in
 * `NordConf (Berlin)`, and the zone of a line about times must be readable.
 * @param cells those that are not empty
 */
export function zoneOfLine(cells: readonly string[]): ZoneReading | undefined {
  const [text = '', second, third] = cells;
  if (text.length > longestHeader || third !== undefined) return undefined;
  if (second !== undefined) return isZoneLabel(text) ? readZone(second) : undefined;
  const plain = text.replace(/\.$/, '');
  const divided = divideHeader(plain);
  if (divided?.zone.ok) {
    const isExact =
      divided.zone.zone.kind === 'name' || divided.rest === '' || /[)\]]$/.test(plain);
    if (isExact) return divided.zone;
  }
  if (!isAboutTimes(divided?.rest ?? plain)) return undefined;
  return divided?.zone ?? (isAboutZones(plain) ? readZone(plain) : undefined);
}

/** `All times`, `Alle Zeiten`, `Time zone`, but not `Lunch time`. */
function isAboutTimes(text: string): boolean {
  const [first = ''] = text.replace(all, '').split(/[\s:]+/);
  return isZoneLabel(text) || meaningOf(first) === 'time';
}

const all = /^(?:all|alle|toutes les|todas las|todos os|tutti gli) /i;

function isZoneLabel(text: string): boolean {
  return meaningOf(text.replace(/:$/, '')) === 'timeZone' || /^time ?zone\b/i.test(text);
}
