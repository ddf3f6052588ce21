// Reads the files of `sessions autoplace` and its event, and judges what it wrote, minute by
// minute. Must not use any of the program's code.

interface JudgedFiles {
  readonly schedule: string;
  readonly rooms: string;
  readonly people: string;
  readonly placed: string;
  /** The sessions of the event, placed or not. */
  readonly event: string;
  readonly keep: 'placed' | 'none';
  readonly turnaround: number;
}

type Row = Readonly<Record<string, string>>;

interface Place {
  readonly room: string;
  readonly from: number;
}

interface Talk {
  readonly title: string;
  readonly rows: readonly Row[];
  /** Its place must not change. */
  readonly isFixed: boolean;
  readonly isInFile: boolean;
  /** Nobody gave its duration: it ends at the next start in the room, or after 45 minutes. */
  readonly isAssumed: boolean;
  readonly minutes: number;
  readonly people: readonly string[];
  readonly place: Place | undefined;
  readonly placeCount: number;
}

export function judge({ turnaround, keep, ...texts }: JudgedFiles) {
  const before = read(texts.schedule);
  const after = read(texts.placed);
  const rooms = read(texts.rooms);
  const people = read(texts.people);
  const event = read(texts.event);
  const isBreak = ({ title }: Row) => title === 'Lunch' || title === 'Coffee break';
  const breaks = before.filter(isBreak);
  const inFile = new Set(before.filter((row) => !isBreak(row)).map(({ title = '' }) => title));
  const isPlaced = ({ room = '', start = '' }: Row) => room !== '' && start !== '';
  const others = event.filter((row) => isPlaced(row) && !inFile.has(row.title ?? ''));
  const found = [...inFile, ...others.map(({ title = '' }) => title)].map(talk);
  const talks = found.map((each) => ({
    ...each,
    minutes: each.isAssumed ? assumed(each) : each.minutes,
  }));

  function talk(title: string): Talk {
    const isInFile = inFile.has(title);
    const rows = (isInFile ? before : event).filter((row) => row.title === title);
    const cells = (isInFile ? after : event)
      .filter((row) => row.title === title)
      .map(({ room, start }) => `${room},${start}`);
    const [place = '', ...others] = new Set(cells);
    const [room = '', start = ''] = place.split(',');
    const former = [...rows, ...event.filter((row) => row.title === title)].find(isPlaced);
    const minutes = Math.max(...rows.map(({ duration }) => Number(duration)));
    return {
      title,
      rows,
      isInFile,
      minutes,
      isAssumed: minutes === 0,
      isFixed: former !== undefined && (keep === 'placed' || !isInFile || former.pinned === 'yes'),
      people: rows.flatMap(({ speakers = '' }) => speakers.split('; ')),
      place: start === '' || room === '' ? undefined : { room, from: minute(start) },
      placeCount: 1 + others.length,
    };
  }

  function assumed({ place, isFixed }: Talk): number {
    if (place === undefined || !isFixed) return 45;
    const starts = [
      ...found.flatMap((other) =>
        other.isFixed && other.place?.room === place.room ? other.place.from : [],
      ),
      ...breaks.flatMap(({ room, start = '' }) =>
        room === '' || room === place.room ? minute(start) : [],
      ),
    ];
    const next = Math.min(...starts.filter((start) => start > place.from));
    return Math.max(1, Math.min(45, next - turnaround - place.from));
  }

  /** Why a talk may not be at a place, whatever the others do. */
  function alone(
    { rows, minutes, people: speakers, isFixed }: Talk,
    { room, from }: Place,
  ): readonly string[] {
    const all = Array.from({ length: minutes }, (_, at) => from + at);
    const reasons: string[] = [];
    for (const {
      not_before: earliest = '',
      not_after: latest = '',
      room: wanted = '',
      start = '',
    } of rows) {
      if (earliest !== '' && from < near(earliest, from)) reasons.push(`before ${earliest}`);
      if (latest !== '' && from + minutes > near(latest, from, 1440))
        reasons.push(`after ${latest}`);
      if (!isFixed && wanted !== '' && start === '' && wanted !== room)
        reasons.push(`not in ${wanted}`);
      if (!isFixed && wanted === '' && start !== '' && minute(start) !== from)
        reasons.push(`not at ${start}`);
    }
    for (const name of speakers) {
      const own = people.filter((row) => row.name === name);
      const can = own.filter(({ availability }) => availability === 'can');
      const cannot = own.filter(({ availability }) => availability === 'cannot');
      const isHere = (at: number) =>
        (can.length === 0 || can.some(during(at))) && !cannot.some(during(at));
      if (!all.every(isHere)) reasons.push(`${name} is away`);
    }
    const open = rooms.filter((each) => {
      const start = minute(each.start ?? '');
      const end = near(each.end ?? '', start);
      // A fixed talk may be when nothing says that its room is open.
      const isThen = isFixed
        ? start < from + minutes && from < end
        : start <= from && from + minutes <= end;
      return each.room === room && isThen;
    });
    if (open.length === 0 && !isFixed) return [...reasons, 'closed'];
    for (const { only = '', has: own } of open) {
      if (only !== '' && !rows.some(({ format, track }) => format === only || track === only))
        reasons.push(`only ${only}`);
      const has =
        own === ''
          ? rooms.filter((each) => each.room === room).find((each) => each.has !== '')?.has
          : own;
      for (const { needs = '' } of rows)
        if (needs !== '' && needs !== has) reasons.push(`no ${needs}`);
    }
    for (const { room: where, start = '', duration } of breaks) {
      const begin = minute(start);
      const inBreak = all.some((at) => at >= begin && at < begin + Number(duration));
      if (inBreak && (where === room || (where === '' && !isFixed))) reasons.push('a break');
    }
    return reasons;
  }

  /** Why two talks may not be at these places. */
  function together(one: Talk, other: Talk, a: Place, b: Place): readonly string[] {
    const gap = Math.max(a.from - b.from - other.minutes, b.from - a.from - one.minutes);
    const shared = one.people.filter((name) => other.people.includes(name));
    // Of two placed talks, only the start is certain where the end is assumed.
    const certain = ({ minutes, isAssumed }: Talk) =>
      isAssumed && one.isFixed && other.isFixed ? 1 : minutes;
    const isTogether = a.from < b.from + certain(other) && b.from < a.from + certain(one);
    return [
      ...(a.room === b.room && gap < turnaround ? [`both in ${a.room}`] : []),
      ...(isTogether ? shared : []).map((name) => `${name} is in both`),
    ];
  }

  const broken = talks
    .filter(({ placeCount }) => placeCount > 1)
    .map(({ title }) => `${title}: at several places`);
  const brokenByFixed: string[] = [];
  const count = (who: readonly Talk[], reasons: readonly string[]) => {
    // Two sessions that are not in the file are not compared.
    if (who.length > 1 && who.every(({ isInFile }) => !isInFile)) return;
    const kind = who.every(({ isFixed }) => isFixed) ? brokenByFixed : broken;
    for (const reason of reasons)
      kind.push(`${who.map(({ title }) => title).join(' and ')}: ${reason}`);
  };
  const present = talks.flatMap((each) =>
    each.place === undefined ? [] : [{ ...each, place: each.place }],
  );
  for (const [at, one] of present.entries()) {
    count([one], alone(one, one.place));
    for (const other of present.slice(at + 1))
      count([one, other], together(one, other, one.place, other.place));
  }
  const absent = talks.filter(({ place }) => place === undefined);
  const wouldFit = absent.flatMap((each) => {
    const places = rooms.flatMap(({ room = '', start = '', end = '' }) => {
      const [from, to] = [minute(start), near(end, minute(start))];
      // All times of the files are multiples of five minutes.
      return Array.from({ length: Math.ceil(Math.max(0, to - from) / 5) }, (_, at) => ({
        room,
        from: from + 5 * at,
      }));
    });
    const free = places.find(
      (place) =>
        present.every((other) => together(each, other, place, other.place).length === 0) &&
        alone(each, place).length === 0,
    );
    return free === undefined
      ? []
      : [`${each.title}: ${free.room} ${new Date(free.from * 60_000).toISOString()}`];
  });
  const isFixed = (row: Row) =>
    isBreak(row) || talks.find(({ title }) => title === row.title)?.isFixed === true;
  const changed = before.flatMap((row, at) =>
    Object.keys(row)
      .filter((column) => (isFixed(row) && isPlaced(row)) || !['room', 'start'].includes(column))
      .filter(
        (column) => column !== 'duration' || row.duration !== '' || (isFixed(row) && isPlaced(row)),
      )
      // The room that a row has alone becomes a wish.
      .filter((column) => {
        const isOnlyRoom = column === 'room_wish' && row.start === '' && row.room !== '';
        return !isOnlyRoom || row.room_wish !== '' || after[at]?.room_wish !== row.room;
      })
      .filter((column) => row[column] !== after[at]?.[column])
      .map((column) => `${row.title}: ${column}`),
  );
  const moved = talks.flatMap(({ title, isFixed, place }) => {
    const former = event.find((row) => row.title === title && isPlaced(row));
    if (former === undefined || !isFixed) return [];
    const isThere = former.room === place?.room && minute(former.start ?? '') === place?.from;
    return isThere ? [] : [`${title}: moved from ${former.room} ${former.start}`];
  });
  return {
    /** The talks without a place. */
    leftOut: absent.map(({ title }) => title),
    /** The musts that are broken between talks that move, or between them and others. */
    broken,
    /** The musts that fixed talks break among themselves. */
    brokenByFixed,
    /** Talks without a place that would fit somewhere, and where. */
    wouldFit,
    /** Cells that must stay as they were, and did not, and sessions that must not move. */
    changed: [...changed, ...moved],
  };
}

function read(text: string): Row[] {
  const [header = [], ...rows] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return rows.map((cells) =>
    Object.fromEntries(header.map((column, at) => [column, cells[at] ?? ''])),
  );
}

const minutes = new Map<string, number>();

/** The minutes of `2026-05-02 09:00`, on a clock that shows Berlin's time. */
function minute(text: string): number {
  const known = minutes.get(text);
  if (known !== undefined) return known;
  const [, time = '', offset] =
    /^(\d{4}-\d\d-\d\d[ T]\d\d:\d\d)(?::00(\+02:00))?$/.exec(text) ?? [];
  if (text.includes('T') && offset === undefined) throw new Error(`${text} has another offset`);
  const read = Date.parse(`${time.replace(' ', 'T')}Z`) / 60_000;
  minutes.set(text, read);
  return read;
}

/**
 * A time, a date (its end, if the minutes of a day are given), or a clock time of the day of
 * another time.
 */
function near(text: string, day: number, whole = 0): number {
  if (/^\d\d:\d\d$/.test(text))
    return day - (day % 1440) + Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  return text.length === 10 ? minute(`${text} 00:00`) + whole : minute(text);
}

/** Whether a row of the file of people is about a minute. */
function during(at: number): (row: Row) => boolean {
  return ({ from = '', to = '' }) =>
    (from === '' || near(from, 0) <= at) && (to === '' || at < near(to, 0, 1440));
}
