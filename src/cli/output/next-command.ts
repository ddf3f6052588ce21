// Completes the commands that messages suggest with the flags that the user typed, in the quotes of
// the user's shell, so that they work when pasted.

import { baseUrlFault } from '../../contract/base-url.ts';
import { shellWord } from '../../contract/escape.ts';
import { toKebab } from '../../contract/fields.ts';
import type { RawValue } from '../flag.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { commandFor, type Shell } from './shell.ts';

/**
 * Which service and event a command is for, and how it is called: everything that its settings may
 * not have; and the shell in which it is pasted.
 */
export interface ServiceFlags
  extends Pick<
    GlobalFlags,
    'profile' | 'folder' | 'baseUrl' | 'paging' | 'caCert' | 'insecureHttp'
  > {
  readonly event?: unknown;
  /** POSIX if undefined. */
  readonly shell?: Shell;
}

/** @param command begins with the program's name; flags that it has are not repeated */
export function nextCommand(command: string, flags: ServiceFlags): string {
  const repeated = usedBy(command).filter(
    (name) => !new RegExp(` --${toKebab(name)}(?= |=|$)`).test(command),
  );
  const whole = [command, ...repeated.map((name) => flagText(name, flags[name]))]
    .filter(Boolean)
    .join(' ');
  return commandFor(flags.shell ?? 'posix', whole);
}

/** The command's own flags that were typed, of these: ` --map 'PC=status' --create`. */
export function typedFlags(
  { typed }: { readonly typed: ReadonlyMap<string, RawValue> },
  names: readonly string[],
): string {
  return names
    .filter((name) => typed.has(name))
    .flatMap((name) => [typed.get(name)].flat().map((value) => ` ${typedText(name, value)}`))
    .join('');
}

function typedText(name: string, value: unknown): string {
  return value === false ? `--no-${toKebab(name)}` : flagText(name, value);
}

/** The flags that have an effect on a command. */
function usedBy(command: string): readonly (keyof ServiceFlags)[] {
  const [, group = '', name = ''] = command.split(' ');
  if (['service', 'serve', 'demo', 'help'].includes(group) || command.endsWith(' --help'))
    return [];
  if (group === 'runs' && !['resume', 'undo', 'verify'].includes(name)) return [];
  if (group === 'config') return ['profile'];
  const isForEvent = !['runs', 'events', 'letters'].includes(group) && name !== 'logout';
  return [
    'profile',
    'folder',
    'baseUrl',
    'paging',
    'caCert',
    'insecureHttp',
    ...(isForEvent ? (['event'] as const) : []),
  ];
}

function flagText(name: string, value: unknown): string {
  if (value === undefined || value === false) return '';
  const flag = `--${toKebab(name)}`;
  if (value === true) return flag;
  // A malformed address is not worth repeating, and may contain a password.
  return name === 'baseUrl' && baseUrlFault(String(value)) !== undefined
    ? ''
    : `${flag} ${shellWord(String(value))}`;
}
