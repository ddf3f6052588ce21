// Quotes the cells of users in messages.
import { maskAddresses } from '../contract/address.ts';
import { plainCell } from './elements.ts';

/** A cell in quotation marks; addresses in it are masked. */
export function quoteCell(text: string): string {
  return JSON.stringify(maskAddresses(plainCell(text)));
}
