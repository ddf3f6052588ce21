// Quotes the cells of users in messages.
import { maskAddresses } from '../contract/address.ts';
import { plainCell } from '../people/elements.ts';

/** A cell in quotation marks, at most 60 characters of it; addresses in it are masked. */
export function quoteCell(text: string): string {
  const shown = Array.from(maskAddresses(plainCell(text)));
  return JSON.stringify(
    shown.length > longest ? `${shown.slice(0, longest - 1).join('')}…` : shown.join(''),
  );
}

const longest = 60;
