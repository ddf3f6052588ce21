// Owns what messages, plans and reports call a record.
import { keyText } from '../contract/key.ts';
import { fullName } from './person-name.ts';

/**
 * The name of a person or the title of a talk; empty if it has none. Never an address, because logs and reports are often
 * public, and never the `title` of a speaker, which is a job title.
 */
export function recordName(resource: string, record: Readonly<Record<string, unknown>>): string {
  if (resource !== 'speakers') return keyText(record.title) ?? '';
  const [first = '', last = ''] = [record.first_name, record.last_name].map(keyText);
  return fullName(first, last) || (keyText(record.name) ?? '');
}
