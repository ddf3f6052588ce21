// Owns the rule for the address of a service.

/** The fault of a base URL, as a clause to follow it in a sentence; undefined for a valid one. */
export function baseUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return 'is not an http(s) address such as https://program.example.org';
  }
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  return url.search === '' && url.hash === '' ? undefined : 'must not contain a query or a fragment';
}
