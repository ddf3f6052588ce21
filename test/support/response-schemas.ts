// Checks every response of the service against the schema that its OpenAPI document has for it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { description } from '../../src/service/description.ts';

const document: ReturnType<JSON['parse']> = openApiDocument(description);
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, code: { optimize: false } });
formats.default(ajv);
ajv.addSchema(document, 'openapi');

const pathPatterns = Object.keys(document.paths).map((path) => ({
  path,
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));
const validators = new Map<string, ValidateFunction>();

/** @throws Error if the body does not fit, or has a field that the document does not describe */
export function checkResponse(method: string, target: string, status: number, body: unknown): void {
  const address = new URL(target, 'http://localhost').pathname;
  const path = pathPatterns.find(({ pattern }) => pattern.test(address))?.path;
  const operation = path && document.paths[path][method.toLowerCase()];
  if (!operation && status < 400) return;
  const responses = operation?.responses ?? { default: { $ref: '#/components/responses/Failure' } };
  const name = status in responses ? String(status) : 'default';
  if (name === 'default' && status < 400) throw new Error(`${method} ${path}: the document has no response ${status}`);
  const pointer = schemaOf(responses[name]);
  if (pointer === undefined) return;
  let validator = validators.get(pointer);
  if (validator === undefined) {
    validator = ajv.compile({ $ref: `openapi${pointer}` });
    validators.set(pointer, validator);
  }
  if (!validator(body)) throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validator.errors)}`);
  const extra = undescribed(body, pointer);
  if (extra.length > 0) throw new Error(`${method} ${path} ${status}: the document does not describe ${extra}`);
}

/** The reference to the schema of a response; undefined for one without a body. */
function schemaOf(response: ReturnType<JSON['parse']>): string | undefined {
  const { content } = response.$ref === undefined ? response : resolved(response.$ref);
  return content?.['application/json'].schema.$ref;
}

/** The fields of a body, and of its records, that have no schema. */
function undescribed(body: unknown, pointer: string): readonly string[] {
  const { properties } = resolved(pointer);
  const own = Object.keys(body as object).filter((name) => !(name in properties));
  const records: string | undefined = properties.data?.items.$ref;
  if (records === undefined) return own;
  const { data } = body as { data: readonly unknown[] };
  return [...own, ...data.flatMap((record) => undescribed(record, records))];
}

function resolved(pointer: string): ReturnType<JSON['parse']> {
  return pointer
    .slice(2)
    .split('/')
    .reduce((value, key) => value[key], document);
}
