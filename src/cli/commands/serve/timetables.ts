// Owns which timetables `plenary serve` shows to everybody, and writes their pages from content items.
import { mostSimilar } from '../../../columns/similarity.ts';
import { UsageError } from '../../../errors.ts';
import { timetablePage } from '../../../schedule/export/html.ts';
import type { PageLanguage } from '../../../schedule/export/words/codes.ts';
import { trimAssumedEnds } from '../../../schedule/session.ts';
import { isCalledOff, readSubmission, toSession } from '../../../schedule/submissions.ts';
import type { PublicTimetables } from '../../../service/public-timetables.ts';
import type { EventRecord } from '../../../service/store/store.ts';
import { version } from '../../version.ts';

/**
 * @param events all events of the database
 * @param wanted their ids, alone or after that of their organization and a slash
 * @throws {UsageError} for ids of no event, and of several
 */
export function timetablesOf(
  events: readonly EventRecord[],
  wanted: readonly string[],
  language: PageLanguage,
): PublicTimetables {
  const chosen = [...new Set(wanted.map((name) => eventNamed(name, events)))];
  const twice = chosen.find(({ id }, at) => chosen.findIndex((other) => other.id === id) !== at);
  if (twice !== undefined) {
    throw new UsageError(`--public: two organizations have an event ${twice.id}, and both would be at one address`, {
      fix: 'serve one of them, or each with a service of its own',
    });
  }
  return { events: chosen, pageOf, variant: `${version} ${language}` };

  function pageOf(...[event, items, at]: Parameters<PublicTimetables['pageOf']>) {
    const submissions = items.flatMap((item) => readSubmission({ ...item }, event.timezone) ?? []);
    const sessions = submissions.flatMap((each) => (isCalledOff(each) ? [] : (toSession(each, assumedMs) ?? [])));
    return timetablePage(
      { title: event.name, zone: event.timezone, sessions: trimAssumedEnds(sessions), generatedAt: at },
      language,
    );
  }
}

/** The service has no durations. The page shows no assumed end; it only decides how high a row is. */
const assumedMs = 45 * 60_000;

function eventNamed(name: string, events: readonly EventRecord[]): EventRecord {
  const [event, other] = events.filter((each) => each.id === name || fullIdOf(each) === name);
  if (event === undefined) {
    const ids = [...new Set(events.map(({ id }) => id))];
    const meant = mostSimilar(name, ids);
    const all = ids.length === 0 ? 'add an event first' : `pass one of ${ids.slice(0, shownIds).join(' | ')}`;
    throw new UsageError(`--public ${name}: the database has no such event`, {
      fix: meant === undefined ? all : `did you mean ${meant}? ${all}`,
    });
  }
  if (other === undefined) return event;
  const all = events.filter(({ id }) => id === event.id).map(fullIdOf);
  throw new UsageError(`--public ${name}: several organizations have an event with this id`, {
    fix: `pass one of ${all.join(' | ')}`,
  });
}

const shownIds = 20;

function fullIdOf({ organization_id, id }: EventRecord): string {
  return `${organization_id}/${id}`;
}
