// Composes a letter as a message (RFC 5322): its name and its id follow from the person and the
// template, so that it is the same letter however often it is written.

import { hash as digest } from 'node:crypto';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import MimeNode from 'nodemailer/lib/mime-node';
import { mailAddress } from './mail-address.ts';

/** Who the letters are from. */
export interface Mailbox {
  /** Empty if only the address is known. */
  readonly name: string;
  readonly address: string;
}

export interface Letter {
  /** The name of its file. */
  readonly file: string;
  /** The key of the person in the ledger. */
  readonly person: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  /** Of the subject and the text. */
  readonly hash: string;
  /** Whether the person has a letter of this template with another text. */
  readonly isChanged: boolean;
}

export function textHash(subject: string, text: string): string {
  return `sha256:${hexOf(subject, text)}`;
}

/** `moved-0123456789abcdef.eml` */
export function letterFile(template: string, person: string): string {
  const name = template.replace(/[^\p{L}\p{N}_-]+/gu, '-').replace(/^-+/, '') || 'letter';
  return `${Array.from(name).slice(0, 40).join('')}-${hexOf(template, person).slice(0, 16)}.eml`;
}

function hexOf(...texts: readonly string[]): string {
  return digest('sha256', texts.join('\0'));
}

export interface Envelope {
  readonly from: Mailbox;
  /** The name of the template. */
  readonly template: string;
  /** Milliseconds since 1970. */
  readonly date: number;
}

/** The text of the file. */
export async function composeLetter(
  { person, email, subject, text, hash, isChanged }: Letter,
  { from, template, date }: Envelope,
): Promise<string> {
  // Mailers drop a second message with the same id, and a corrected letter is another one.
  const id = isChanged ? hexOf(template, person, hash) : hexOf(template, person);
  const sender = mailAddress(from.address);
  const domain = sender.slice(sender.lastIndexOf('@') + 1);
  const message = new MimeNode('text/plain; charset=utf-8', {
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  message.setHeader('From', { name: from.name, address: sender });
  message.setHeader('To', { name: '', address: mailAddress(email) });
  message.setHeader('Subject', subjectValue(subject));
  message.setHeader('Date', new Date(date));
  message.setHeader('Message-ID', `<${id.slice(0, 32)}@${domain}>`);
  message.setContent(`${text}\n`.replaceAll('\n', '\r\n'));
  return (await message.build()).toString('utf8');
}

/**
 * Encoded whole if readers would change it: what looks encoded already (`=?utf-8?q?x?=`), a tab,
 * several spaces, and a word that is too long for a line. The library encodes the rest.
 */
function subjectValue(subject: string) {
  if (!/=\?|\t| {2}|\S{70}/.test(subject)) return subject;
  return { value: encodeWord(subject, 'B', 52), prepared: true, foldLines: true };
}
