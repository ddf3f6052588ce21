// Shows a request to an endpoint as examples: as a command, and as curl. Pure.
import {
  type Endpoint,
  type Operation,
  pathParameters,
  recordParameters,
} from '../contract/endpoint.ts';
import { shellWord } from '../contract/escape.ts';
import { toKebab } from '../contract/fields.ts';

/** Short ids, by path parameter. */
const shortIds: Readonly<Record<string, string>> = {
  event_id: 'devconf',
  speaker_id: 'spk_1a2b3c',
  submission_id: 'sub_1a2b3c',
};

/** The command of an endpoint, without flags. */
export function commandOf(endpoint: Endpoint): string {
  const ids = recordParameters(endpoint).map((name) => shortIds[name] ?? 'ID');
  return ['plenary', endpoint.resource, endpoint.verb, ...ids].join(' ');
}

/** The endpoint's example as a command. */
export function exampleCommand(endpoint: Endpoint): string {
  const flags = Object.entries(endpoint.example).map(
    ([name, value]) => `--${toKebab(name)} ${shellWord(String(value))}`,
  );
  return [commandOf(endpoint), ...flags].join(' ');
}

/** The example as a command of curl, of several lines. The base URL and the token are variables. */
export function exampleCurl(row: Endpoint | Operation): string {
  const { method, path, body } = row;
  const example = 'example' in row ? row.example : {};
  const filled = pathParameters(path).reduce(
    (text, name) => text.replace(`{${name}}`, shortIds[name] ?? 'ID'),
    path,
  );
  const query = new URLSearchParams(
    Object.entries(example).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const address = body !== undefined || query === '' ? filled : `${filled}?${query}`;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$PLENARY_BASE_URL${address}"`,
    '-H "X-Access-Token: $PLENARY_TOKEN"',
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${shellWord(JSON.stringify(example))}`]),
  ].join(' \\\n  ');
}
