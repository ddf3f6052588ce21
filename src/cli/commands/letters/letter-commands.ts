// The commands of letters.
import { UsageError } from '../../../errors.ts';
import type { Mailbox } from '../../../letters/letter.ts';
import { mailAddressFault } from '../../../letters/mail-address.ts';
import { addressFault, isAddress } from '../../../people/address.ts';
import { defineCommand } from '../../command.ts';
import { flag } from '../../flag.ts';
import { columnFlags } from '../../flag-sets.ts';

const { names: _, ...readingFlags } = columnFlags;

const write = defineCommand({
  words: 'letters write',
  description: 'Write a letter to each person of a list as a file; sends nothing',
  sends: 'none',
  json: 'letter-report',
  arguments: {
    template: { description: 'file with the subject and the text of the letters', type: 'file' },
  },
  flags: {
    for: flag.file('list of people, with a column of addresses; - is standard input', {
      isRequired: true,
    }),
    out: flag.text('<dir>', 'folder of the letters and of letters.csv', {
      type: 'folder',
      isRequired: true,
      isWritten: true,
    }),
    from: flag.parsed('<address>', 'sender: an address, or "Name <address>"', {
      isRequired: true,
      read: readMailbox,
    }),
    changed: flag.boolean('write a letter again if its text differs from the one that was written'),
    ...readingFlags,
  },
  exitCodes: [3],
  about: `The first line of the template is "Subject: ...". {name} is a column of the list. The
lines between [each] and [end] are repeated for each row of a person, and those of
[each change=moved] for each with this value. A person gets one letter of a template: ledger.csv, in
the folder of the program or else in --out, lists who has which.`,
  examples: [
    'plenary letters write moved.txt --for moved.csv --out letters --from program@devconf.example',
  ],
  load: async () => (await import('./write.ts')).writeTemplate,
});

/** `program@devconf.example` or `DevConf <program@devconf.example>`. @throws {UsageError} */
function readMailbox(text: string, name: string): Mailbox {
  const [, sender = '', inBrackets] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const address = (inBrackets ?? text).trim();
  const fault = isAddress(address) ? mailAddressFault(address) : addressFault(address);
  const message = /\p{Cc}/u.test(sender) ? 'a line break in the name' : fault;
  if (message === undefined) return { name: sender.trim().replace(/^"(.*)"$/, '$1'), address };
  throw new UsageError(`${name}: ${message}`, {
    fix: `write it as in ${name} program@devconf.example`,
  });
}

export const letterCommands = [write];
