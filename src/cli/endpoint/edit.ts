// Lets a person write a field of a record in an editor, which begins with the text that the record has. Must not know any single endpoint.
import { recordId } from '../../client/response.ts';
import { type Endpoint, recordParameters, singularOf } from '../../contract/endpoint.ts';
import { toKebab } from '../../contract/fields.ts';
import { listIdentifiedBy } from '../../contract/index.ts';
import { keyText } from '../../contract/key.ts';
import { UsageError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { editorCommand, type Written, writeInEditor } from '../editor.ts';
import { findRecord, labelOf } from './find-record.ts';
import { type EndpointFlags, identified } from './flags.ts';
import { confirm, withoutId } from './named-record.ts';

type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;

interface Edited {
  readonly written: Written;
  /** With the id of the record whose text was edited. */
  readonly path: Texts;
  /** Reads the text of the service again. @throws {ConflictError} if another person has changed it since */
  refuseOutdated(): Promise<void>;
}

/** Before the user is asked for anything. @throws {UsageError} without an editor, or if the field is given as well */
export function checkEditing(context: Context, field: string, given: Values): void {
  editorCommand(context);
  if (given[field] === undefined) return;
  const flag = `--${toKebab(field)}`;
  throw new UsageError(`--editor ${field} and ${flag} cannot be combined`, { fix: 'remove one of them' });
}

/** @returns undefined if there is nothing to send @throws {ConflictError} */
export async function editField(
  endpoint: Endpoint,
  context: Context<EndpointFlags>,
  field: string,
  { path, given }: { readonly path: Texts; readonly given: Values },
): Promise<Edited | undefined> {
  const place = [await context.required('base-url'), await context.required('event'), endpoint.resource, field];
  const [parameter] = recordParameters(endpoint);
  if (parameter === undefined) {
    const key = (endpoint.key ?? []).map((name) => String(given[name]));
    const written = await writeInEditor(context, { key: [...place, 'new', ...key], name: field, present: '' });
    return written && { written, path, refuseOutdated: async () => {} };
  }
  const find = (argument: string) => findPresent(context, parameter, argument);
  const record = await find(path[parameter] ?? '');
  if (!(field in record.fields)) {
    await context.notice(`The service does not list the ${field}, so the text in the editor is empty.`);
  }
  const textIn = (fields: Values) => keyText(fields[field]) ?? '';
  const present = textIn(record.fields);
  const written = await writeInEditor(context, { key: [...place, record.id], name: field, present });
  if (written === undefined) return undefined;
  const refuseOutdated = async () => {
    const { fields } = await find(record.id);
    if (![present, written.text].includes(textIn(fields))) throw written.outdated();
  };
  return { written, path: { ...path, [parameter]: record.id }, refuseOutdated };
}

/** The record of the list that the argument names, its id, address, title or name. */
async function findPresent(context: Context<EndpointFlags>, parameter: string, argument: string) {
  const list = listIdentifiedBy(parameter);
  const resource = identified[parameter]?.picks;
  if (list === undefined || resource === undefined) throw new TypeError(`nothing lists what ${parameter} identifies`);
  const client = await context.client();
  const pages = client.pages(list, { path: { event_id: await context.required('event') } });
  const { item: fields, by } = await findRecord(pages, resource, argument);
  const id = recordId(fields, resource);
  if (id === undefined) throw withoutId(argument);
  if (id !== argument) await confirm(context, by, argument, `${singularOf(resource)} ${labelOf(fields, resource)}`);
  return { id, fields };
}
