// Decides which base URLs of a service are valid. Must not know the client or the configuration.

/**
 * What is wrong with a base URL, as a clause that follows it in a sentence; undefined if it is
 * valid.
 */
export function baseUrlFault(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    return 'is not an http(s) address such as https://program.example.org';
  }
  if (url.username !== '' || url.password !== '')
    return 'must not contain a user name or a password';
  return url.search === '' && url.hash === ''
    ? undefined
    : 'must not contain a query or a fragment';
}

/**
 * A URL for messages, also if it is malformed: without a user name, a password and the text of a
 * query or a fragment, which may be a token.
 */
export function withoutCredentials(text: string): string {
  return text.replace(/^([a-z][a-z\d+.-]*:)?([/\\]*).*@/is, '$1$2').replace(/([?#]).+/s, '$1…');
}
