// Completes the commands that messages suggest with the flags of the service that the user typed, so that they work when pasted.
import { baseUrlFault } from '../../contract/base-url.ts';
import { toKebab } from '../flags.ts';
import type { GlobalFlags } from '../global-flags.ts';
import { shellWord } from './text.ts';

/** Which service a command calls, and how: everything that its settings may not have. */
export type ServiceFlags = Pick<GlobalFlags, 'profile' | 'baseUrl' | 'paging' | 'caCert' | 'insecureHttp'>;

/** @param command begins with the program's name; flags that it has are not repeated */
export function nextCommand(command: string, flags: ServiceFlags): string {
  const repeated = usedBy(command).filter((name) => !new RegExp(` --${toKebab(name)}(?= |=|$)`).test(command));
  return [command, ...repeated.map((name) => flagText(name, flags[name]))].filter(Boolean).join(' ');
}

type Name = keyof ServiceFlags;

/** The flags that have an effect on a command. */
function usedBy(command: string): readonly Name[] {
  const [, group = '', name = ''] = command.split(' ');
  if (['service', 'serve', 'demo', 'help'].includes(group) || command.endsWith(' --help')) return [];
  if (group === 'runs' && name !== 'resume') return [];
  return group === 'config' ? ['profile'] : ['profile', 'baseUrl', 'paging', 'caCert', 'insecureHttp'];
}

function flagText(name: Name, value: string | boolean | undefined): string {
  if (value === undefined || value === false) return '';
  const flag = `--${toKebab(name)}`;
  if (value === true) return flag;
  // A malformed address is not worth repeating, and may contain a password.
  return name === 'baseUrl' && baseUrlFault(value) !== undefined ? '' : `${flag} ${shellWord(value)}`;
}
