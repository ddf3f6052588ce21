// Checks each JSON document that the program prints against the schema that the table of commands
// names for it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { allCommands } from '../../src/cli/commands/all-commands.ts';
import type { SchemaName } from '../../src/cli/commands/reference/schemas.ts';
import { jsonSchemaOf, wholeSchemaOf } from '../../src/cli/commands/reference/schemas.ts';
import { isHelp, type Printed } from './printed-commands.ts';

type Output = Pick<Printed, 'args' | 'stdout' | 'stderr'>;

/**
 * @throws {Error} for output that is no JSON, that does not fit, and of a command that prints none
 *   according to the table
 */
export function checkPrintedDocuments({ args, stdout, stderr }: Output): void {
  const format = formatOf(args);
  if (format === undefined || isHelp(args)) return;
  const errors = stderr.split('\n').filter((line) => line.startsWith('{"error":'));
  for (const line of errors) checkDocument('error', JSON.parse(line));
  const row = commandOf(args);
  // These print text, or text before it.
  if (
    row === undefined ||
    args.some((arg) => ['--summary', '--include', '-i', '--init'].includes(arg))
  )
    return;
  const isPicked = args.some((arg) => arg.startsWith('--fields'));
  const documents = documentsIn(stdout, format);
  if (row.json.length === 0) {
    if (documents.some((document) => document !== undefined))
      throw new Error(`plenary ${row.words} has no schema, but printed a JSON document`);
    return;
  }
  // An error may end the output anywhere, and without names, --fields lists them.
  if (documents.includes(undefined) && errors.length === 0 && !isPicked) {
    throw new Error(
      `plenary ${row.words} printed something else than JSON: ${stdout.slice(0, 200)}`,
    );
  }
  // A line of a report is a row of its table, which has no schema.
  const names =
    format === 'json' ? row.json : row.json.filter((name) => jsonSchemaOf(name).type === 'array');
  if (names.length === 0) return;
  for (const document of documents)
    if (document !== undefined) checkOneOf(names, document, { format, isPicked });
}

/** @throws {Error} naming what does not fit */
export function checkDocument(name: SchemaName, document: unknown): void {
  checkOneOf([name], document, { format: 'json', isPicked: false });
}

interface Form {
  readonly format: 'json' | 'ndjson';
  /** Whether it has only the fields that `--fields` names, null where it has none. */
  readonly isPicked: boolean;
}

function checkOneOf(names: readonly SchemaName[], document: unknown, form: Form): void {
  const faults = names.map((name) => {
    const validate = validator(name, form);
    return validate(document) ? '' : `${name}: ${faultsText(validate)}`;
  });
  if (!faults.includes(''))
    throw new Error(`a printed document does not fit its schema: ${faults.join('; ')}`);
}

// That the schemas are schemas is tested once, and each is compiled in every worker: without
// optimization, in half the time.
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  validateSchema: false,
  code: { optimize: false },
});
const validators = new Map<string, ValidateFunction>();

function validator(name: SchemaName, form: Form): ValidateFunction {
  const key = JSON.stringify([name, form]);
  const known = validators.get(key);
  if (known !== undefined) return known;
  const schema = schemaFor(name, form);
  const compiled = ajv.compile(schema);
  validators.set(key, compiled);
  return compiled;
}

/** `/counts must NOT have additional properties (extra)` */
function faultsText({ errors }: ValidateFunction): string {
  const texts = (errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath} ${message} ${Object.values(params).join(', ')}`;
  });
  return [...new Set(texts)].slice(0, 5).join(', ');
}

type Schema = ReturnType<JSON['parse']>;

function schemaFor(name: SchemaName, { format, isPicked }: Form): Schema {
  const schema: Schema = isPicked ? jsonSchemaOf(name) : wholeSchemaOf(name);
  if (format === 'ndjson') return schema.items;
  return isPicked && schema.type !== 'array' ? picked(schema) : schema;
}

/** Any of its fields, each with its value or null. */
function picked({ properties = {} }: Schema): Schema {
  const fields = Object.entries(properties).map(([field, schema]) => [
    field,
    { anyOf: [schema, { type: 'null' }] },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) };
}

/** Undefined for what is no JSON. */
function documentsIn(stdout: string, format: Form['format']): readonly unknown[] {
  const texts = format === 'json' ? [stdout] : stdout.split('\n');
  return texts
    .filter((text) => text.trim() !== '')
    .map((text): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        return undefined;
      }
    });
}

function formatOf(args: readonly string[]): Form['format'] | undefined {
  if (args.includes('--json')) return 'json';
  const at = args.findIndex((arg) => arg === '--output' || arg === '-o');
  const value =
    at >= 0 ? args[at + 1] : args.find((arg) => /^(--output|-o)=/.test(arg))?.replace(/^.*?=/, '');
  return value === 'json' || value === 'ndjson' ? value : undefined;
}

const commands = allCommands().toSorted((one, other) => other.words.length - one.words.length);

/**
 * The command whose words follow each other in the arguments, which may begin with global flags.
 */
function commandOf(args: readonly string[]) {
  const text = `\0${args.join('\0')}\0`;
  return commands.find(({ words }) => text.includes(`\0${words.replaceAll(' ', '\0')}\0`));
}
