// Describes the API as sections of a reference, generated from the contract. Must not know any
// single endpoint.
import {
  type Endpoint,
  type Noun,
  type Operation,
  pathParameters,
  singularOf,
  successStatus,
} from '../contract/endpoint.ts';
import type { Field } from '../contract/fields.ts';
import { endpointList } from '../contract/index.ts';
import { exampleResponse, type ServerDescription } from '../contract/openapi.ts';
import { failures } from '../contract/openapi-parts.ts';
import { exampleCommand, exampleCurl } from './example.ts';
import { code, type ReferenceBlock, type ReferenceSection, terms, texts } from './model.ts';

/** What all requests share, the operations of each resource, and the errors. */
export function apiSections(server: ServerDescription): readonly ReferenceSection[] {
  const rows = [...endpointList, ...Object.entries(server.operations)];
  const resources = [...new Set(rows.map(([, { resource }]) => resource))];
  const sections = resources.map((resource) => resourceSection(resource, rows, server));
  return [requestsSection(server), ...sections, errors];
}

function requestsSection({ isKeyHonored }: ServerDescription): ReferenceSection {
  const key = [
    '`Idempotency-Key`',
    'On a creation: the same key and body within 24 hours get the first response again, and no ' +
      'second record.',
  ] as const;
  return {
    id: 'requests',
    title: 'Requests',
    blocks: [
      ...texts(
        'Every request needs the token of an organization in the header `X-Access-Token`; what ' +
          'belongs to another organization does not exist for it. `plenary auth login` asks for ' +
          'the token and saves it. In the examples, `curl` takes it and the address of the ' +
          'service from two variables.',
        'A body is JSON in UTF-8, with `Content-Type: application/json`. Fields that the API ' +
          'does not know are ignored. Lengths count Unicode code points.',
        'A record is under `data`. Lists and searches return one page: the records under ' +
          '`data`, and beside it `page`, `pageSize` and `total`, the number of all records that ' +
          'match. `plenary … --json` reads every page.',
        'Times in responses are in UTC. A start without an offset is UTC.',
      ),
      ...terms('Headers', [
        [
          '`X-Request-Id`',
          'Identifies a request in the log of the service. Every response has it; a request ' +
            'may bring its own.',
        ],
        ...(isKeyHonored ? [key] : []),
        [
          '`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`',
          'The requests in each window of time, those that are left, and the seconds until the ' +
            'next window. Only if the service has a limit.',
        ],
        [
          '`Retry-After`',
          'With `429` and `503`: the seconds to wait before the request is repeated.',
        ],
      ]),
    ],
  };
}

function resourceSection(
  resource: Noun,
  rows: readonly (readonly [name: string, row: Endpoint | Operation])[],
  server: ServerDescription,
): ReferenceSection {
  const ofResource = rows.filter(([, row]) => row.resource === resource);
  return {
    id: resource,
    title: capitalized(`${singularOf(resource)}s`),
    blocks: [],
    sections: ofResource.map(([name, row]) => rowSection(name, row, server)),
  };
}

function rowSection(
  name: string,
  row: Endpoint | Operation,
  server: ServerDescription,
): ReferenceSection {
  const { method, path, summary } = row;
  const termOf = (field: Field) => [`\`${field.name}\``, sentenceOf(field)] as const;
  return {
    id: name,
    title: 'title' in row ? row.title : row.summary,
    blocks: [
      code(`${method} ${path}`),
      ...texts(`${summary}.`),
      ...terms(
        'In the path',
        pathParameters(path).map((parameter) => [
          `\`${parameter}\``,
          `Id of the ${parameter.replace('_id', '')}.`,
        ]),
      ),
      ...terms('In the query', server.fields(row, 'query').map(termOf)),
      ...terms('In the body', server.fields(row, 'body').map(termOf)),
      ...texts('Request:'),
      code(exampleCurl(row)),
      ...('title' in row ? [code(exampleCommand(row))] : []),
      ...texts(`Response, with status \`${successStatus(row)}\`:`),
      jsonBlock(exampleResponse(row, server)),
    ],
  };
}

const errors: ReferenceSection = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    ...texts(
      'The body of an error is JSON with `detail`: a sentence, or for `422` a list with the ' +
        'place (`loc`), the kind (`type`) and the message (`msg`) of each fault. If no response ' +
        'arrives, the request may have had its effect: read before you send it again.',
    ),
    ...terms(
      'Status',
      Object.entries(failures).map(([status, meaning]) => [
        `\`${status}\``,
        `${capitalized(meaning)}.`,
      ]),
    ),
  ],
};

/** What a field is, and its limits: `e-mail address; required; 3 to 320 characters`. */
function sentenceOf(field: Field): string {
  const { type, required, nullable, minLength = 0 } = field;
  const parts = [
    field.description,
    required ? 'required' : '',
    type === 'integer' ? 'whole number' : '',
    nullable ? 'or null' : '',
    rangeText(minLength === 0 ? undefined : minLength, field.maxLength, ' characters'),
    rangeText(field.minimum, field.maximum, ''),
    field.default === undefined || field.default === '' ? '' : `default \`${field.default}\``,
  ];
  return `${capitalized(parts.filter((part) => part !== '').join('; '))}.`;
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined)
    return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}

function jsonBlock(value: object): ReferenceBlock {
  return code(JSON.stringify(value, null, 2));
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
