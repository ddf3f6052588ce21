// What the address of a service may be. Pure.

/** What is wrong with a base URL, as the end of a sentence that begins with it; undefined where nothing is. */
export function baseUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return 'is not an http(s) address such as https://program.example.org';
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password';
  return url.search === '' && url.hash === '' ? undefined : 'must not hold a query or a fragment';
}
