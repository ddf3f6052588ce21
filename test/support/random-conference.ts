// Owns the files of a small random conference in Berlin, and its event: every must occurs, and most
// wishes. No cell needs quotes.
import type { Random } from '../../src/autoplace/random.ts';

interface ConferenceFiles {
  readonly schedule: string;
  readonly rooms: string;
  readonly people: string;
  /** Its sessions, placed or not, also such as are in no row of the schedule. */
  readonly event: string;
}

const roomNames = ['Aula', 'Bridge', 'Cellar'];
const days = ['2026-05-02', '2026-05-03'];
const equipment = ['piano', 'screen'];
const formats = ['Keynote', 'Panel', 'Workshop'];
const names = 'Ada Lovelace,Bo Li,Cy Twombly,Dee Moran,Emmy Noether,Fei Xu,Gus Hall'.split(',');

export function randomConference(random: Random): ConferenceFiles {
  const one = (values: readonly string[]): string => values[random.below(values.length)] ?? '';
  /** The text in one of that number of cases, or nothing. */
  const rarely = (times: number, text: () => string): string =>
    random.below(times) === 0 ? text() : '';
  const clock = (from: number, to: number) => {
    const minute = from * 60 + 10 * random.below((to - from) * 6);
    return [minute / 60, minute % 60]
      .map((part) => String(Math.floor(part)).padStart(2, '0'))
      .join(':');
  };
  const moment = () => `${one(days)} ${clock(9, 16)}`;

  /** Not before and not after: a last time before the first one is an error. */
  const wishesOfTime = () => {
    const first = rarely(5, () => one([moment(), one(days), clock(9, 14)]));
    const last = () => (first === '' ? one([moment(), one(days), clock(11, 16)]) : (days[1] ?? ''));
    return [first, rarely(5, last)];
  };

  const event: string[] = [];
  /**
   * Where a session of the event is, also in a room or on a day that the file of rooms does not
   * have.
   */
  const anywhere = () =>
    `${one([...roomNames, 'Attic'])},${rarely(4, () => `2026-05-04 ${clock(9, 16)}`) || moment()}`;
  const talk = (title: string, others: readonly string[]): readonly string[] => {
    const isPinned = random.below(8) === 0;
    const where = isPinned ? 0 : random.below(8);
    const speakers = `${one(names)}${rarely(3, () => `; ${one(names)}`)}`;
    const format = one(formats);
    const place = [
      where <= 1 ? one(roomNames) : '',
      where === 0 || where === 2 ? moment() : '',
      isPinned ? 'yes' : '',
    ];
    const duration = one(['20', '30', '45', '60', '90', '']);
    const inEvent = where === 0 ? place.slice(0, 2).join(',') : where === 3 ? anywhere() : ',';
    event.push(`${title},${speakers},${duration},${inEvent}`);
    const row = [
      title,
      speakers,
      duration,
      ...place,
      rarely(5, () => one(equipment)),
      format,
      one(['Web', 'Data', '']),
      rarely(3, () => '70'),
      ...wishesOfTime(),
      rarely(4, () => one(others)),
      rarely(4, () => one(others)),
      rarely(4, () => one(roomNames)),
    ].join(',');
    // A second row is about another speaker.
    const second = () => `${title},${one(names)},${duration},${place.join(',')},,,,,,,,,`;
    return [row, rarely(8, second)].filter(Boolean);
  };
  const period = (room: string, day: string) => [
    `${room},${day} ${clock(9, 10)},12:00,${room === 'Aula' ? 100 : 50}`,
    `${room},${day} ${clock(13, 14)},${clock(15, 17)},`,
  ];
  const roomRow = (text: string) =>
    `${text},${rarely(2, () => one(equipment))},${rarely(6, () => one([...formats, 'Web']))}`;
  const time = () => [
    one(['', `${days[0]} ${clock(9, 16)}`, `${days[0]} 10:30`]),
    one(['', `${days[1]} 11:00`, `${days[1]} 18:00`, days[1] ?? '']),
    one(['can', 'cannot', 'rather_not']),
  ];
  const person = (name: string): readonly string[] => {
    const [from, to, availability] = time();
    return from === '' && to === '' ? [] : [`${name},${from},${to},${availability}`];
  };
  const titles = Array.from({ length: 6 + random.below(10) }, (_, at) => `Talk ${at + 1}`);
  const talks = titles.flatMap((title, at) => talk(title, titles.slice(0, at)));
  const breaks = [
    rarely(2, () => `Coffee break,,30,${one(roomNames)},${moment()}`),
    rarely(2, () => `Lunch,,30,,${one(days)} 11:30`),
  ];
  for (let at = random.below(5); at > 0; at--)
    event.push(`Session ${at},${one(names)},${one(['30', ''])},${anywhere()}`);
  const present = names.filter((name) => talks.some((row) => row.includes(name)));
  return {
    schedule: lines(
      'title,speakers,duration,room,start,pinned,needs,format,track,expected,not_before,' +
        'not_after,after,not_with,room_wish',
      [...talks, ...breaks.filter(Boolean).map((row) => `${row},,,,,,,,,,`)],
    ),
    rooms: lines(
      'room,start,end,capacity,has,only',
      roomNames.flatMap((room) => days.flatMap((day) => period(room, day))).map(roomRow),
    ),
    people: lines(
      'name,from,to,availability',
      [...present, ...present.slice(0, 2)].flatMap(person),
    ),
    event: lines('title,speakers,duration,room,start', event),
  };
}

function lines(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join('\n')}\n`;
}
