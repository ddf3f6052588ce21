// Owns what the operations of an OpenAPI document share: forms of schemas, headers and errors. Must
// not know endpoints.
export type Json = Readonly<Record<string, unknown>>;

/** What a response that is not a success means, by its status. */
export const failures: Readonly<Record<string, string>> = {
  400: 'a value is not allowed, or a page is out of bounds',
  401: 'the token is missing, unknown or revoked',
  404: 'the event or record does not exist, or belongs to another organization',
  405: 'the path has no such method',
  409: 'the event already has a speaker with this e-mail address, or the room is taken then',
  413: 'the body is too large',
  422: 'the request is invalid',
  429: 'the rate limit of the organization is reached',
  500: 'the service has failed',
  503: 'the database cannot be used now; nothing was stored',
};

/** What is sent or returned as JSON. */
export function json(schema: Json, example: Json): Json {
  return { content: { 'application/json': { schema, example } } };
}

/** A reference to a component. */
export function ref(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

export const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const headerNames = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
export const successHeaders = Object.fromEntries(
  headerNames.map((name) => [name, ref('headers', name)]),
);

export const components = {
  securitySchemes: {
    token: {
      type: 'apiKey',
      in: 'header',
      name: 'x-access-token',
      description: "An API token of the organization; it gives access to that organization's data.",
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'The same key and body within 24 hours get the first response again; ' +
        '`Idempotent-Replayed` is then `true`, else `false`',
      schema: { ...text, minLength: 1, maxLength: 255 },
      example: 'import-7-row-42',
    },
  },
  headers: {
    'X-Request-Id': {
      description:
        'Identifies the request in the log of the service; ' +
        'repeats the x-request-id of the request, if any',
      schema: text,
    },
    'RateLimit-Limit': {
      description: 'Requests in each window of time, if there is a limit',
      schema: count,
    },
    'RateLimit-Remaining': { description: 'Requests that are left in this window', schema: count },
    'RateLimit-Reset': { description: 'Seconds until the next window', schema: count },
    'Retry-After': {
      description: 'With 429 and 503: seconds to wait before a repetition',
      schema: count,
    },
  },
  responses: {
    Invalid: {
      description: 'The request is invalid',
      headers: successHeaders,
      ...json(ref('schemas', 'ValidationErrors'), {
        detail: [{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} }],
      }),
    },
    Failure: {
      description: Object.entries(failures)
        .map(([status, meaning]) => `${status}: ${meaning}.`)
        .join(' '),
      headers: { ...successHeaders, 'Retry-After': ref('headers', 'Retry-After') },
      ...json(ref('schemas', 'Error'), { detail: 'Event not found' }),
    },
  },
};
