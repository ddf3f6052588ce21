// The names of time zones. Pure, and light enough for those who check a setting.

/** Whether `name` is a time zone, as the IANA database names them. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  // Newer engines also take an offset such as +02:00, which knows no summer time.
  if (!/^[a-z][\w+/-]*$/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    known.add(name);
    return true;
  } catch {
    return false;
  }
}

/** The name as the IANA database writes it: readers of calendars may go by its case. @param name a time zone, in any case */
export function canonicalZone(name: string): string {
  const own = name.toLowerCase();
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  const known = [timeZone, ...Intl.supportedValuesOf('timeZone')].find((each) => each.toLowerCase() === own);
  // An engine may know a newer or older name of it. One that somebody took care to write is kept.
  return known ?? (/[A-Z]/.test(name) && /[a-z]/.test(name) ? name : timeZone);
}

// Asking the engine takes longer than reading a time, of which a schedule has thousands.
const known = new Set<string>();
