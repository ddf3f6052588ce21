// Owns the form of a journal's lines: a JSON object with its number and a check of it.
import { hash } from 'node:crypto';
import { parseJson } from './json-lines.ts';

/** `{"row":3,"did":"created"}` → `{"row":3,"did":"created","line":7,"check":"k3Fz9aQx"}` */
export function numberedLine(value: object, number: number): string {
  const text = `${JSON.stringify(value).slice(0, -1)},"line":${number}`;
  return `${text},"check":"${checkOf(text)}"}`;
}

export interface NumberedLine {
  readonly number?: number;
  /** Without number and check. */
  readonly value: unknown;
}

/** Undefined if the line is damaged, or has no check. */
export function readNumbered(text: string): NumberedLine | undefined {
  const [, before = '', members = '', number = '', check] = numberAndCheck.exec(text) ?? [];
  if (check === undefined || check !== checkOf(before + members)) return undefined;
  return { number: Number(number), value: parseJson(`${before}}`) };
}

const numberAndCheck = /^(.*)(,"line":(\d+)),"check":"([\w-]{8})"\}$/s;

/** Detects damage; it is no protection against people who edit a journal. */
function checkOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 8);
}
