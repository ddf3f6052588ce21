// Writes the parts that the scripts of bash and zsh share: words in quotes, and functions of one `case`.
import type { CompletionTables, Value } from './tables.ts';

/** In single quotes, in which a shell expands nothing. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** A function that sets something by its argument. @param rows patterns and commands @param other the command for all else */
export function caseFunction(
  name: string,
  rows: readonly (readonly [patterns: readonly string[], command: string])[],
  other: string,
): string {
  const cases = rows.map(([patterns, command]) => `    ${patterns.join(' | ')}) ${command} ;;`);
  return [`${name}() {`, '  case $1 in', ...cases, `    *) ${other} ;;`, '  esac', '}'].join('\n');
}

/** The function that sets `value` by a command and one of its flags, or the number of an argument. */
export function valueFunction({ values }: CompletionTables, textOf: (value: Value) => string): string {
  const rows = values.map(([places, value]) => {
    const patterns = places.map(({ command, name }) =>
      command === undefined ? `*' ${name}'` : quoted(`${command} ${name}`),
    );
    return [patterns, `value=${quoted(textOf(value))}`] as const;
  });
  return caseFunction('__plenary_value', rows, 'value=none');
}
