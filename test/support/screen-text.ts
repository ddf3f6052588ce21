// What remains on a terminal after its redrawing: of a progress bar nothing, of a question its answer.

const escapeSign = '\u001b';
const pieces = new RegExp(`${escapeSign}\\[[?\\d;]*[A-Za-z]|[\\r\\n]|[^\\r\\n${escapeSign}]+`, 'g');

/**
 * Carries out the movements of the cursor that the program and its questions use. Lines are never wrapped.
 * @param columns of the terminal: the cursor stays in the last one
 */
export function screenText(output: string, columns = Number.POSITIVE_INFINITY): string {
  const rows: string[] = [''];
  let row = 0;
  let column = 0;
  for (const [piece] of output.matchAll(pieces)) {
    const text = rows[row] ?? '';
    const count = Number.parseInt(piece.slice(2), 10);
    if (piece === '\n') {
      row++;
      column = 0;
      rows[row] ??= '';
    } else if (piece === '\r') column = 0;
    else if (!piece.startsWith(escapeSign)) {
      rows[row] = text.padEnd(column).slice(0, column) + piece + text.slice(column + piece.length);
      column = Math.min(column + piece.length, columns - 1);
    } else if (piece.endsWith('H')) [row, column] = [0, 0];
    else if (piece.endsWith('A')) row = Math.max(0, row - (count || 1));
    else if (piece.endsWith('B')) row += count || 1;
    else if (piece.endsWith('G')) column = (count || 1) - 1;
    else if (piece.endsWith('K')) rows[row] = count === 2 ? '' : text.slice(0, column);
  }
  return rows.join('\n');
}
