// Checks every response of the service against the schema that its OpenAPI document has for it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { describe } from '../../src/service/description.ts';

type Json = ReturnType<JSON['parse']>;

interface ServedResponse {
  readonly method: string;
  /** The path that was asked for, with its query. */
  readonly target: string;
  readonly status: number;
  readonly body: unknown;
}

export type ResponseCheck = (response: ServedResponse) => void;

/**
 * The check of a service. It throws if a body does not fit, or has a member that is not described.
 */
export function responseCheck(isStrict: boolean): ResponseCheck {
  checks[Number(isStrict)] ??= newCheck(isStrict);
  return checks[Number(isStrict)] as ResponseCheck;
}

/** Compiling the schemas takes long. */
const checks: ResponseCheck[] = [];

function newCheck(isStrict: boolean): ResponseCheck {
  const document: Json = openApiDocument(describe({ isStrict }));
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    code: { optimize: false },
  });
  formats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const validators = new Map<string, ValidateFunction>();

  return ({ method, target, status, body }) => {
    const pointer = schemaOf(document, { method, target, status });
    if (pointer === undefined) return;
    const validator = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
    validators.set(pointer, validator);
    const at = `${method} ${target} ${status}`;
    if (!validator(body)) throw new Error(`${at}: ${ajv.errorsText(validator.errors)}`);
    const extra = undescribed(document, body, pointer);
    if (extra.length > 0) throw new Error(`${at}: the document does not describe ${extra}`);
  };
}

/**
 * The reference to the schema of a response; undefined for one without a body, or of no operation.
 */
function schemaOf(
  document: Json,
  { method, target, status }: Omit<ServedResponse, 'body'>,
): string | undefined {
  const { pathname } = new URL(target, 'http://localhost');
  const isIt = (path: string) =>
    new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname);
  const path = Object.keys(document.paths).find(isIt);
  const operation = path && document.paths[path][method.toLowerCase()];
  if (!operation && status < 400) return undefined;
  const responses = operation?.responses ?? {
    default: { $ref: '#/components/responses/Failure' },
  };
  const name = status in responses ? String(status) : 'default';
  if (name === 'default' && status < 400) {
    throw new Error(`${method} ${path}: the document has no response ${status}`);
  }
  const response = responses[name];
  const { content } = response.$ref === undefined ? response : resolved(document, response.$ref);
  return content?.['application/json'].schema.$ref;
}

/** The members of a body, and of its records, that have no schema. */
function undescribed(document: Json, body: unknown, pointer: string): readonly string[] {
  const { properties } = resolved(document, pointer);
  const own = Object.keys(body as object).filter((name) => !(name in properties));
  const records: string | undefined = properties.data?.items?.$ref ?? properties.data?.$ref;
  if (records === undefined) return own;
  const { data } = body as { data: unknown };
  const extra = [data].flat().flatMap((record) => undescribed(document, record, records));
  return [...own, ...extra];
}

function resolved(document: Json, pointer: string): Json {
  return pointer
    .slice(2)
    .split('/')
    .reduce((value, key) => value[key], document);
}
