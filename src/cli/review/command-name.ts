// Owns the name of a bulk command, on which the words about its plan and its report depend.

import type { Resource } from '../../contract/endpoint.ts';

export interface CommandName {
  readonly group: Resource | 'program' | 'runs';
  readonly verb: 'import' | 'plan' | 'apply' | 'undo' | 'swap' | 'unplace';
}

/** As it is typed, without the program's name: `speakers apply`. */
export function commandText({ group, verb }: CommandName): string {
  return `${group} ${verb}`;
}
