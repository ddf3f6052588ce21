// Describes the API as sections of a reference, generated from the contract. Must not know any single endpoint.
import { type Endpoint, pathParameters, type Resource, singularOf, successStatus } from '../contract/endpoint.ts';
import { type Field, fieldsOf } from '../contract/fields.ts';
import { type EndpointName, endpointList } from '../contract/index.ts';
import { type Bounds, exampleResponse, failures, type ServerDescription } from '../contract/openapi.ts';
import { exampleCommand, exampleCurl } from './example.ts';
import { code, type ReferenceBlock, type ReferenceSection, terms, texts } from './model.ts';

/** What all requests share, the endpoints of each resource, and the errors. */
export function apiSections(server: ServerDescription): readonly ReferenceSection[] {
  const resources = [...new Set(endpointList.map(([, { resource }]) => resource))];
  return [requests, ...resources.map((resource) => resourceSection(resource, server)), errors];
}

const requests: ReferenceSection = {
  id: 'requests',
  title: 'Requests',
  blocks: [
    ...texts(
      'Every request needs the token of an organization in the header `X-Access-Token`; what belongs to another organization does not exist for it. `plenary auth login` asks for the token and saves it. In the examples, `curl` takes it and the address of the service from two variables.',
      'A body is JSON in UTF-8, with `Content-Type: application/json`. Fields that the API does not know are ignored. Lengths count Unicode code points.',
      'Lists and searches return one page: the records under `data`, and `currentPage`, `pageSize`, `totalPages` and `totalResults` under `pagination`. `plenary … --all` reads every page.',
    ),
    ...terms('Headers', [
      [
        '`X-Request-Id`',
        'Identifies a request in the log of the service. Every response has it; a request may bring its own.',
      ],
      [
        '`Idempotency-Key`',
        'On a creation: the same key and body within 24 hours get the first response again, and no second record.',
      ],
      [
        '`RateLimit-Limit`, `RateLimit-Remaining`, `RateLimit-Reset`',
        'The requests in each window of time, those that are left, and the seconds until the next window. Only if the service has a limit.',
      ],
      ['`Retry-After`', 'With `429` and `503`: the seconds to wait before the request is repeated.'],
    ]),
  ],
};

function resourceSection(resource: Resource, server: ServerDescription): ReferenceSection {
  const rows = endpointList.filter(([, endpoint]) => endpoint.resource === resource);
  return {
    id: resource,
    title: capitalized(`${singularOf(resource)}s`),
    blocks: [],
    sections: rows.map(([name, endpoint]) => endpointSection(name, endpoint, server)),
  };
}

function endpointSection(
  name: EndpointName,
  endpoint: Endpoint,
  { bounds, records }: ServerDescription,
): ReferenceSection {
  const { method, path, title, summary, body, query, resource } = endpoint;
  const ofField = (field: Field) => [`\`${field.name}\``, sentenceOf(field, bounds(endpoint)[field.name])] as const;
  return {
    id: name,
    title,
    blocks: [
      code(`${method} ${path}`),
      ...texts(`${summary}.`),
      ...terms(
        'In the path',
        pathParameters(path).map((each) => [`\`${each}\``, `Id of the ${each.replace('_id', '')}.`]),
      ),
      ...terms('In the query', fieldsOf(query).map(ofField)),
      ...terms('In the body', fieldsOf(body).map(ofField)),
      ...texts('Request:'),
      code(exampleCurl(endpoint)),
      code(exampleCommand(endpoint)),
      ...texts(`Response, with status \`${successStatus(endpoint)}\`:`),
      jsonBlock(exampleResponse(endpoint, records(resource))),
    ],
  };
}

const errors: ReferenceSection = {
  id: 'errors',
  title: 'Errors',
  blocks: [
    ...texts(
      'The body of an error is JSON with `detail`: a sentence, or for `422` a list with the place (`loc`), the kind (`type`) and the message (`msg`) of each fault. If no response arrives, the request may have had its effect: read before you send it again, or use an `Idempotency-Key`.',
    ),
    ...terms(
      'Status',
      Object.entries(failures).map(([status, meaning]) => [`\`${status}\``, `${capitalized(meaning)}.`]),
    ),
  ],
};

/** What a field is, and its limits: `e-mail address; required; 3 to 320 characters`. */
function sentenceOf(field: Field, bounds: Bounds = {}): string {
  const { description, type, required, nullable, minLength = 0 } = field;
  const { minimum, maximum, maxLength = field.maxLength } = bounds;
  const parts = [
    description,
    required ? 'required' : '',
    type === 'integer' ? 'whole number' : '',
    nullable ? 'null clears it' : '',
    rangeText(minLength === 0 ? undefined : minLength, maxLength, ' characters'),
    rangeText(minimum, maximum, ''),
    field.default === undefined || field.default === '' ? '' : `default \`${field.default}\``,
  ];
  return `${capitalized(parts.filter((part) => part !== '').join('; '))}.`;
}

function rangeText(least: number | undefined, most: number | undefined, unit: string): string {
  if (most !== undefined) return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
  return least === undefined ? '' : `at least ${least}${unit}`;
}

function jsonBlock(value: object): ReferenceBlock {
  return code(JSON.stringify(value, null, 2));
}

function capitalized(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
