// Quotes the cells of users in messages, which end up in logs: no private value is shown.
import { maskAddresses, maskedAddress } from '../contract/address.ts';
import { isAddressField, isPrivateField } from '../contract/private-fields.ts';
import { plainCell } from '../people/elements.ts';

/** A cell in quotation marks, at most 60 characters of it; addresses in it are masked. */
export function quoteCell(text: string): string {
  const shown = Array.from(maskAddresses(plainCell(text)));
  return JSON.stringify(
    shown.length > longest ? `${shown.slice(0, longest - 1).join('')}…` : shown.join(''),
  );
}

/** The value of a field in quotation marks, hidden if it is private: its place finds it. */
export function quoteValue(field: string, text: string): string {
  if (isAddressField(field)) return JSON.stringify(maskedAddress);
  return isPrivateField(field) ? '"…"' : quoteCell(text);
}

const longest = 60;
