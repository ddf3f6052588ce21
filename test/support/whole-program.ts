// The program with all of its commands, which a command line never needs.

import { createProgram, groupNames } from '../../src/cli/command-tree.ts';
import { allCommands } from '../../src/cli/commands/all-commands.ts';
import { testIo } from './program.ts';

export type Program = ReturnType<typeof createProgram>;

/** The whole program, with every group filled. */
export function wholeProgram(): Program {
  return createProgram(testIo(), groupNames);
}

/** The words of each command, without the program's name. */
export function commandNames(): readonly string[] {
  return allCommands().map(({ words }) => words);
}
