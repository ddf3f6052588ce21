// Owns how Python reads JSON, and where and why it refuses a text. Must not know what it is for.
import { lengthOf } from './python-text.ts';

export type JsonReading =
  | { readonly value: unknown }
  | { readonly position: number; readonly error: string };

/** Reads JSON; where it is none, reports the code point and the reason, as Python 3.11 does. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // What JavaScript refuses, Python refuses as well, except for numbers that are none.
  }
  const reader = new Reader(text);
  try {
    return { value: reader.whole() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { position: lengthOf(text.slice(0, error.at)), error: error.message };
  }
}

class Refused extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const LITERALS: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  false: false,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const PLAIN = /(?:[^"\\\p{Cc}]|[\x7f-\x9f])*/uy;
const HEX = /[0-9a-fA-F]{4}/y;

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    this.#match(SPACE);
    const value = this.#value();
    this.#match(SPACE);
    if (this.#at < this.#text.length) throw new Refused('Extra data', this.#at);
    return value;
  }

  #value(): unknown {
    const start = this.#at;
    if (this.#take('"')) return this.#string(start);
    if (this.#take('{')) return this.#object();
    if (this.#take('[')) return this.#array();
    const literal = Object.keys(LITERALS).find((name) => this.#take(name));
    if (literal !== undefined) return LITERALS[literal];
    const number = this.#match(NUMBER);
    if (number === '') throw new Refused('Expecting value', start);
    return Number(number);
  }

  #object(): unknown {
    const members: [string, unknown][] = [];
    this.#match(SPACE);
    if (this.#take('}')) return {};
    for (;;) {
      const start = this.#at;
      if (!this.#take('"')) {
        throw new Refused('Expecting property name enclosed in double quotes', start);
      }
      const name = this.#string(start);
      this.#match(SPACE);
      if (!this.#take(':')) throw new Refused("Expecting ':' delimiter", this.#at);
      this.#match(SPACE);
      members.push([name, this.#value()]);
      this.#match(SPACE);
      if (this.#take('}')) return Object.fromEntries(members);
      if (!this.#take(',')) throw new Refused("Expecting ',' delimiter", this.#at);
      this.#match(SPACE);
    }
  }

  #array(): unknown {
    const items: unknown[] = [];
    this.#match(SPACE);
    if (this.#take(']')) return items;
    for (;;) {
      items.push(this.#value());
      this.#match(SPACE);
      if (this.#take(']')) return items;
      if (!this.#take(',')) throw new Refused("Expecting ',' delimiter", this.#at);
      this.#match(SPACE);
    }
  }

  /** The rest of a text whose quote is at `start`. */
  #string(start: number): string {
    for (;;) {
      this.#match(PLAIN);
      if (this.#take('"')) return JSON.parse(this.#text.slice(start, this.#at));
      const at = this.#at;
      if (at >= this.#text.length) throw new Refused('Unterminated string starting at', start);
      if (!this.#take('\\')) throw new Refused('Invalid control character at', at);
      if (this.#at >= this.#text.length) {
        throw new Refused('Unterminated string starting at', start);
      }
      if (this.#take('u')) {
        const isWhole = this.#match(HEX) !== '' && this.#at < this.#text.length;
        if (!isWhole) throw new Refused('Invalid \\uXXXX escape', at + 1);
      } else if ('"\\/bfnrt'.includes(this.#text[this.#at] ?? '')) {
        this.#at++;
      } else {
        throw new Refused('Invalid \\escape', at);
      }
    }
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [matched = ''] = pattern.exec(this.#text) ?? [];
    this.#at += matched.length;
    return matched;
  }
}
