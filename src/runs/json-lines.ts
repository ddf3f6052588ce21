// Reads files of JSON values, one a line, as runs keep them. It does not know what the values are.
import { createReadStream } from 'node:fs';

/**
 * The values in order; undefined for a line that is no JSON. A last line without its end was cut off by a crash, and is
 * left out. Only a line feed ends a line: JSON texts may hold U+2028, which Node's readline takes for an end as well.
 */
export async function* readJsonLines(path: string): AsyncGenerator<unknown> {
  let rest = '';
  for await (const text of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield parse(line);
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
