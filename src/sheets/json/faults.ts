// Explains why a text is not JSON: what people and other languages write instead. Must not know how it is parsed.
import { InvalidInputError } from '../../errors.ts';

export function notWellFormed(file: string, line: number, message: string): InvalidInputError {
  return new InvalidInputError(`${file} is not well-formed JSON`, {
    details: [{ file, line, message }],
    fix: 'export it again, or correct it in an editor',
  });
}

/** A control character, for messages. */
export function controlName(char: string): string {
  if (char === '\n' || char === '\r') return 'a line break';
  return char === '\t' ? 'a tab' : 'a control character';
}

/** What is known about a text where a comma is missing. */
export function described(text: string): string {
  if (text.startsWith('/')) return ', not a comment';
  return '';
}

/** What is wrong with a text where a name is expected. */
export function unquoted(text: string): string {
  if (text.startsWith('/')) return 'JSON has no comments';
  return 'expected the name of a member in double quotation marks';
}

/** What is wrong with a text where a value is expected. */
export function notAValue(text: string): string {
  const [word = ''] = /^[-+.\w]+/.exec(text) ?? [];
  if (/^[-+]?(nan|inf(inity)?|none|undefined)$/i.test(word)) return `${word} is not a JSON value; write null`;
  if (text.startsWith('/')) return 'JSON has no comments';
  if (text.startsWith("'")) return 'expected double quotation marks';
  if (/^[\]},]/.test(text)) return `expected a value before "${text[0]}"`;
  if (/^[-+.\d]/.test(word)) return `${word} is not a JSON number`;
  return 'expected a value';
}
