// A row for a CSV file, by the names of its columns.

/** The row, with its line end; a column that is not named is empty. @param file with its header */
export function fileRow(file: string, values: Readonly<Record<string, string>>): string {
  const columns = file.slice(0, file.indexOf('\n')).split(',');
  const missing = Object.keys(values).filter((name) => !columns.includes(name));
  if (missing.length > 0) throw new TypeError(`no column ${missing.join(', ')}`);
  return `${columns.map((name) => values[name] ?? '').join(',')}\n`;
}
