// Creates the ids of records: prefixed, sortable by time, unguessable.
import { randomFillSync } from 'node:crypto';

// Crockford's base 32 in lower case: it sorts by value, and no letter looks like a digit.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** `length` random characters of 5 bits each. */
export function randomText(length: number): string {
  if (drawn + length > pool.length) drawPool();
  drawn += length;
  return pool.toString('latin1', drawn - length, drawn);
}

/** Creates an id with a prefix, such as `spk_`. */
export type IdSource = (prefix: string) => string;

/**
 * Ids of 48 bits of time, a counter of 15 bits within the millisecond, and 80 random bits. They
 * ascend within one source even if the clock stops or goes back. The random bits are new for each
 * id, so that one id does not reveal the next.
 */
export function idSource(now: () => number): IdSource {
  let time = 0;
  let count = 0;
  let stamp = '';
  return (prefix) => {
    const clock = now();
    if (clock > time) startAt(clock);
    else if (count === 32_767) startAt(time + 1);
    else count += 1;
    return `${prefix}${stamp}${encode(count, 3)}${randomText(16)}`;
  };

  function startAt(next: number): void {
    time = next;
    count = 0;
    stamp = encode(time, 10);
  }
}

function encode(value: number, length: number): string {
  let text = '';
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32))
    text = alphabet[rest % 32] + text;
  return text;
}

// Random characters for many ids at once, because each call into the kernel is slow.
const pool = Buffer.alloc(4096);
let drawn = pool.length;

function drawPool(): void {
  randomFillSync(pool);
  for (const [i, byte] of pool.entries()) pool[i] = alphabet.charCodeAt(byte & 31);
  drawn = 0;
}
