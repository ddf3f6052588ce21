// Owns the names of time zones. Must not import the date library, which is slow to load.

/** Whether the IANA database has a time zone of this name. */
export function isTimeZone(name: string): boolean {
  if (validNames.has(name)) return true;
  // Newer engines also accept an offset such as +02:00, which has no daylight saving time.
  if (!/^[a-z][\w+/-]*$/i.test(name) || isLegacyId(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    validNames.add(name);
    return true;
  } catch {
    return false;
  }
}

/** `JST` and others are known to the engine alone, and the date library refuses them. */
function isLegacyId(name: string): boolean {
  return /^..T$/i.test(name) && !/^(CE|EE|ES|GM|HS|ME|MS|UC|WE)T$/i.test(name);
}

/**
 * The name of a time zone as the IANA database spells it, because calendar programs may compare
 * names by case.
 * @param name a time zone, in any case
 */
export function canonicalZone(name: string): string {
  const lowerCase = name.toLowerCase();
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  const listed = [timeZone, ...Intl.supportedValuesOf('timeZone')].find(
    (zone) => zone.toLowerCase() === lowerCase,
  );
  // The engine may list a newer or older name instead. A name in mixed case is then used as given.
  return listed ?? (/[A-Z]/.test(name) && /[a-z]/.test(name) ? name : timeZone);
}

// Creating a formatter is slower than parsing a time, and a schedule has thousands of times.
const validNames = new Set<string>();
