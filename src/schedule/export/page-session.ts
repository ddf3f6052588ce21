// Writes one session of the timetable's page as an element. All text in it is escaped.
import { escapeMarkup } from '../../contract/escape.ts';
import { foldKey } from '../../contract/key.ts';
import { clockTime } from '../dates/zoned-time.ts';
import { isInNoRoom, roomsOf, type Session } from '../session.ts';
import { roomLabel } from './grid.ts';
import { indexOf, type PageContext } from './page-parts.ts';
import { anchorOfSpeaker } from './page-speakers.ts';
import { anchorOf, publicPeople } from './public-text.ts';

export function sessionElement(session: Session, page: PageContext): string {
  const { zone, identities, words } = page;
  const { title, track = '', format = '', abstract = '', startMs, endMs, isDurationAssumed } = session;
  const anchor = anchorOf(identities.get(session)?.uuid ?? '');
  const speakers = publicPeople(session).map((person) => {
    const name = `<bdi>${escapeMarkup(person.name)}</bdi>`;
    return person.details === undefined ? name : `<a href="#${anchorOfSpeaker(person.details)}">${name}</a>`;
  });
  // An assumed end would be a false promise to the audience.
  const until = isDurationAssumed ? '' : `–${clockTime(endMs, zone)}`;
  const parts = [
    `<h3 dir="auto"><a href="#${anchor}">${escapeMarkup(title)}</a></h3>`,
    speakers.length === 0 ? '' : `<p class="speakers">${speakers.join(', ')}</p>`,
    `<p class="facts"><span>${clockTime(startMs, zone)}${until}</span>${fact('room', isInNoRoom(session) ? '' : roomLabel(session))}${fact('format', format)}${fact('track', track)}</p>`,
    abstract.trim() === ''
      ? ''
      : `<details><summary>${words.about}<span class="unseen"> ${escapeMarkup(title)}</span></summary><p dir="auto">${escapeMarkup(abstract.trim())}</p></details>`,
  ];
  return `<article id="${anchor}" class="${classesOf(session, page)}"${filtersOf(session, page)}>${parts.join('')}</article>`;
}

function classesOf({ track = '', isBreak }: Session, { colors }: PageContext): string {
  const color = colors.get(foldKey(track));
  const tracked = color === undefined ? [] : ['tracked', `track-${color.slot}`];
  const again = color === undefined || color.repetition === 0 ? [] : [`again-${color.repetition % 3}`];
  return ['session', ...(isBreak === true ? ['break'] : []), ...tracked, ...again].join(' ');
}

/** By which the script filters: numbers of the choices. A session without rooms is in all of them. */
function filtersOf(session: Session, { rooms, tracks }: PageContext): string {
  const inRooms = roomsOf(session).flatMap((room) => indexOf(rooms, room) ?? []);
  const track = indexOf(tracks, session.track ?? '');
  return `${inRooms.length === 0 ? '' : ` data-rooms="${inRooms.join(' ')}"`}${track === undefined ? '' : ` data-track="${track}"`}`;
}

function fact(name: string, value: string): string {
  return value === '' ? '' : `<span class="${name}"><bdi>${escapeMarkup(value)}</bdi></span>`;
}
