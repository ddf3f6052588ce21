// The command line of `npm run crash`. Must not know how a trial is done.
import { parseArgs } from 'node:util';
import { changesOf } from '../test/support/crash-changes.ts';
import type { CrashCommand } from '../test/support/crash-trial.ts';

const crashCommands = Object.keys(changesOf) as CrashCommand[];
const servers = ['sqlite', 'postgres', 'double', 'strict'] as const;

export type Server = (typeof servers)[number];
export type Command = CrashCommand | 'cuts' | 'together';

export interface CommandLine {
  readonly commands: readonly Command[];
  /** Undefined unless given. */
  readonly kills: number | undefined;
  readonly seed: number;
  /** Undefined unless given. */
  readonly server: Server | undefined;
  readonly isForever: boolean;
}

export const usage = `Usage: npm run crash -- [COMMAND...] [options]

COMMAND        ${crashCommands.join(', ')}:
               killed at any instant and run again; all of them unless given
               cuts: the saved files of killed runs are cut
               together: four processes import one file at once
--kills N      how often each command is killed (20; 6 with --forever)
--seed N       the random numbers (the first ones with --forever); the time unless given
--server NAME  ${servers.join(', ')} (sqlite; strict and double in turn with --forever)
--forever      goes from seed to seed until a record is lost, duplicated or wrong
`;

/** @throws {Error} that says what is wrong with the words */
export function readCommandLine(words: readonly string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      kills: { type: 'string' },
      seed: { type: 'string' },
      server: { type: 'string' },
      forever: { type: 'boolean', default: false },
    },
  });
  const all: readonly Command[] = [...crashCommands, 'cuts', 'together'];
  const commands = positionals.map((word) => oneOf(word, all));
  const server = values.server === undefined ? undefined : oneOf(values.server, servers);
  if (values.forever && !commands.every(isCrashCommand))
    throw new Error('--forever runs neither cuts nor together');
  if (commands.includes('together') && (server === 'double' || server === 'strict'))
    throw new Error(`${server} does not know the keys that keep several processes apart`);
  return {
    commands: commands.length === 0 ? crashCommands : commands,
    kills: numberOf('--kills', values.kills),
    seed: numberOf('--seed', values.seed) ?? Date.now() % 1_000_000,
    server,
    isForever: values.forever,
  };
}

/** Whether it is a command of the program, and not a trial of its own kind. */
export function isCrashCommand(command: Command): command is CrashCommand {
  return Object.hasOwn(changesOf, command);
}

function oneOf<Word extends string>(word: string, words: readonly Word[]): Word {
  const known = words.find((candidate) => candidate === word);
  if (known === undefined) throw new Error(`unknown: ${word}`);
  return known;
}

function numberOf(flag: string, digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined;
  if (!/^\d{1,9}$/.test(digits)) throw new Error(`${flag} needs a whole number, not ${digits}`);
  return Number(digits);
}
