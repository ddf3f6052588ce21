// Owns the parts of the OpenAPI document that operations refer to: headers, failures, and the schemas of pages and faults.

export type Json = Readonly<Record<string, unknown>>;

/** A reference to a component. */
export function ref(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

/** A reference to a response that is not a success. */
export function failure(name: FailureName): Json {
  return ref('responses', name);
}

export const requestIdHeader = ref('headers', 'RequestId');

/** Sent if the service has a rate limit. */
export const limitHeaders: Json = {
  'RateLimit-Limit': ref('headers', 'RateLimitLimit'),
  'RateLimit-Remaining': ref('headers', 'RateLimitRemaining'),
  'RateLimit-Reset': ref('headers', 'RateLimitReset'),
};

/** The schema of one page of records. */
export function pageOf(record: string): Json {
  return {
    type: 'object',
    required: ['data', 'pagination'],
    properties: {
      data: { type: 'array', items: ref('schemas', record) },
      pagination: {
        type: 'object',
        required: ['currentPage', 'pageSize', 'totalPages', 'totalResults'],
        properties: { currentPage: count, pageSize: count, totalPages: count, totalResults: count },
        additionalProperties: true,
      },
    },
    additionalProperties: true,
  };
}

/** The components of the document. `records` are the schemas of records and their pages. */
export function components(records: Json): Json {
  return {
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
          'The same key and body within 24 hours get the first response again; `Idempotent-Replayed` is then `true`, else `false`',
        schema: { type: 'string', minLength: 1, maxLength: 255 },
        example: 'import-7-row-42',
      },
    },
    headers,
    schemas: { ...records, Detail: detail, Conflict: conflict, ValidationErrors: validationErrors },
    responses: Object.fromEntries(Object.entries(failures).map(([name, each]) => [name, responseOf(each)])),
  };
}

const count = { type: 'integer', minimum: 0 };

const headers = {
  RequestId: {
    description: 'Identifies the request in the log of the service; repeats the x-request-id of the request, if any',
    schema: { type: 'string' },
  },
  RateLimitLimit: { description: 'Requests in each window of time', schema: count },
  RateLimitRemaining: { description: 'Requests that are left in this window', schema: count },
  RateLimitReset: { description: 'Seconds until the next window', schema: count },
  RetryAfter: { description: 'Seconds to wait before the request is repeated', schema: count },
};

const retryAfter = { 'Retry-After': ref('headers', 'RetryAfter') };

/** A response that is not a success. */
export interface FailedResponse {
  readonly description: string;
  /** The schema of its body. */
  readonly schema: 'Detail' | 'Conflict' | 'ValidationErrors';
  readonly example: Json;
  readonly headers?: Json;
}

/** By the name of its component. */
export const failures = {
  Unauthorized: refused('The token is missing, unknown or revoked', 'Missing or invalid API token'),
  NotFound: refused('The event or record does not exist, or belongs to another organization', 'Event not found'),
  Conflict: {
    description: 'The event already has a speaker with this e-mail address',
    schema: 'Conflict',
    example: {
      detail: 'The event has a speaker with this e-mail address already',
      id: 'spk_01m2q4z8w0001c9r4t6v8x0a2c4e6g',
    },
  },
  TooLarge: refused('The body is too large', 'Request body is too large'),
  UnsupportedType: refused('The body is not application/json', 'Unsupported Media Type'),
  Invalid: {
    description: 'The request is invalid',
    schema: 'ValidationErrors',
    example: { detail: [{ type: 'missing', loc: ['body', 'email'], msg: 'Field required', input: {} }] },
  },
  TooManyRequests: refused('The rate limit of the organization is reached', 'Too many requests', {
    ...limitHeaders,
    ...retryAfter,
  }),
  Unavailable: refused(
    'The database is locked, full or lost; nothing was stored',
    'The service cannot store anything right now',
    retryAfter,
  ),
  Failure: refused('Any other failure', 'Internal Server Error'),
} satisfies Readonly<Record<string, FailedResponse>>;

export type FailureName = keyof typeof failures;

function refused(description: string, detail: string, headers: Json = {}): FailedResponse {
  return { description, schema: 'Detail', example: { detail }, headers };
}

function responseOf({ description, schema, example, headers = {} }: FailedResponse): Json {
  return {
    description,
    headers: { 'x-request-id': requestIdHeader, ...headers },
    content: { 'application/json': { schema: ref('schemas', schema), example } },
  };
}

const detail = {
  type: 'object',
  required: ['detail'],
  properties: { detail: { type: 'string' } },
  additionalProperties: true,
};

const conflict = {
  ...detail,
  required: ['detail', 'id'],
  properties: { detail: { type: 'string' }, id: { type: 'string', description: 'The existing record' } },
};

const validationErrors = {
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      items: {
        type: 'object',
        required: ['loc', 'msg', 'type'],
        properties: {
          loc: { type: 'array', items: { type: ['string', 'integer'] }, description: 'The place of the fault' },
          msg: { type: 'string' },
          type: { type: 'string', description: 'The kind of the fault' },
          input: { description: 'The value that was sent' },
          ctx: { type: 'object', additionalProperties: true, description: 'Values that the message mentions' },
        },
        additionalProperties: true,
      },
    },
  },
  additionalProperties: true,
};
