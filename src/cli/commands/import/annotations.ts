// Prints the faults of a file as a CI system shows them beside its lines.
import type { InputFault } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { say } from '../../io.ts';
import { quoted } from '../../output/text.ts';

/** Prints each fault as a workflow command of GitHub Actions, if `--annotations` is given. */
export async function annotate({ io, own }: Context, faults: readonly InputFault[]): Promise<void> {
  if (own.annotations !== 'github') return;
  for (const fault of faults) await say(io, annotation(fault));
}

function annotation({ file, line, column, field, message }: InputFault): string {
  const properties = [
    file === undefined ? '' : `file=${property(file)}`,
    line === undefined ? '' : `line=${line}`,
  ].filter(Boolean);
  const place = column === undefined ? (field ?? '') : `column ${quoted(column)}`;
  return `::error ${properties.join(',')}::${data(place === '' ? message : `${place}: ${message}`)}\n`;
}

// The characters that would end a command's data or property.
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
