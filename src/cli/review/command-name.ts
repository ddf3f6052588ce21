// Owns the name of a bulk command, on which the words about its plan and its report depend.

import { fileResources, type Resource } from '../../contract/endpoint.ts';

/** Those of commands that send a run. */
export const sendingVerbs = [
  'import',
  'apply',
  'swap',
  'delay',
  'move',
  'unplace',
  'undo',
] as const;

export interface CommandName {
  readonly group: Resource | 'program' | 'runs';
  readonly verb: (typeof sendingVerbs)[number] | 'plan';
}

/** The name of a command that sends a run. */
export interface SendingCommand extends CommandName {
  readonly verb: (typeof sendingVerbs)[number];
}

/** As it is typed, without the program's name: `speakers apply`. */
export function commandText({ group, verb }: CommandName): string {
  return `${group} ${verb}`;
}

/** Whether a command reads its changes from a file, and does not move sessions that it names. */
export function readsFile({ verb }: CommandName): boolean {
  return !withoutFile.includes(verb);
}

const withoutFile: readonly CommandName['verb'][] = ['swap', 'delay', 'move', 'unplace'];

/** The command that a text names; undefined for one that no run of this version is of. */
export function readCommand(text: string | undefined): SendingCommand | undefined {
  const groups = [...fileResources, 'program', 'runs'] as const;
  const names = groups.flatMap((group) => sendingVerbs.map((verb) => ({ group, verb })));
  return names.find((name) => commandText(name) === text);
}
