// Owns the pages for people: what this service is, and its API. They need no token, and contain
// nothing of any event.
import type { IncomingHttpHeaders } from 'node:http';
import type { ServerDescription } from '../contract/openapi.ts';
import { apiSections } from '../reference/api.ts';
import { homeReference, type ServiceState } from '../reference/home.ts';
import { htmlOf, policy } from '../reference/html.ts';

/** A browser may neither run nor load anything, nor show a page inside another one. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `${policy}; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
} as const;

/** The page at the root. @param headers of the request, which have the address of the service */
export function homePage(
  state: Omit<ServiceState, 'address'>,
  headers: IncomingHttpHeaders,
): string {
  return htmlOf(homeReference({ ...state, address: addressOf(headers) }));
}

/** The description of the API. */
export function docsPage(description: ServerDescription): string {
  return htmlOf({
    title: 'Conference Program REST API v1',
    lead:
      'Speakers, submissions, sessions, contacts and content items of an event, ' +
      'as this service implements them.',
    sections: apiSections(description),
  });
}

/** As the client addressed the service; a header that is no address is not repeated. */
function addressOf({ host, 'x-forwarded-proto': protocol }: IncomingHttpHeaders): string {
  const isAddress = /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\])(:\d{1,5})?$/;
  if (host === undefined || !isAddress.test(host)) return 'ADDRESS';
  return protocol === 'https' ? `https://${host}` : `http://${host}`;
}
