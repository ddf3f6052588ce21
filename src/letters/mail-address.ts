// Decides how an address is written in a letter: in ASCII, which every mail server takes. Pure.
import { domainToASCII } from 'node:url';

/** The address with its domain in ASCII, as in `ada@xn--bcher-kva.example`. */
export function mailAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  return isAscii(domain) ? address : `${address.slice(0, at)}@${domainToASCII(domain)}`;
}

/**
 * Why no letter can be sent to an address, without the address; undefined if one can.
 * @param address an e-mail address
 */
export function mailAddressFault(address: string): string | undefined {
  const written = mailAddress(address);
  if (written.endsWith('@')) return 'what follows "@" is no domain';
  return isAscii(written)
    ? undefined
    : 'the address has characters other than ASCII before "@", which many mail servers refuse';
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7E]*$/.test(text);
}
