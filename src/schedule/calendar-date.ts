// Reads dates as people and spreadsheets write them. Must not know clocks or time zones.

/** The order of a date's numbers, if the numbers do not show it. */
export type DateOrder = 'dmy' | 'mdy' | 'ymd';

/**
 * The days that `text` can mean, as `YYYY-MM-DD`: none if it is not a date, several if the order of its numbers is unclear.
 * After a leading year of four digits comes the month; numbers between dots are day first unless `order` is defined.
 */
export function readDates(text: string, order: DateOrder | undefined): readonly string[] {
  const found = numericDates(text, order) ?? [namedDate(text)];
  return [...new Set(found.filter((date) => date !== undefined))];
}

const orders = ['dmy', 'mdy', 'ymd'] as const;

type Found = string | undefined;

function numericDates(text: string, order: DateOrder | undefined): readonly Found[] | undefined {
  const parts = /^(\d{1,4})([-./]) ?(\d{1,2})\2 ?(\d{1,4})$/.exec(text);
  if (parts === null) return undefined;
  const [, first = '', separator, second = '', third = ''] = parts;
  const read = {
    dmy: () => dateOf(third, second, first),
    mdy: () => dateOf(third, first, second),
    ymd: () => dateOf(first, second, third),
  };
  if (first.length === 4) return [read.ymd()];
  if (order !== undefined) return [read[order]()];
  if (separator === '.') return [read.dmy()];
  return orders.map((each) => read[each]());
}

const months = 'january february march april may june july august september october november december'.split(' ');

function namedDate(text: string): Found {
  const dayFirst = /^(\d{1,2})[ .-]+([a-z]{3,9})\.?[ ,-]+(\d{4})$/i.exec(text);
  if (dayFirst !== null) return dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([a-z]{3,9})\.?[ -]+(\d{1,2})[ ,-]+(\d{4})$/i.exec(text);
  return dateOf(monthFirst?.[3], monthOf(monthFirst?.[1]), monthFirst?.[2]);
}

function monthOf(name = ''): string {
  return String(months.findIndex((month) => month.startsWith(name.toLowerCase())) + 1);
}

/** A year of two digits is in this century. */
function dateOf(year = '', month = '', day = ''): Found {
  if (year.length !== 4 && year.length !== 2) return undefined;
  const written = Number(year.padStart(4, '20'));
  const date = new Date(Date.UTC(written, Number(month) - 1, Number(day)));
  // Date.UTC puts a year below 100 into the twentieth century.
  const isReal =
    date.getUTCFullYear() === written && date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}
