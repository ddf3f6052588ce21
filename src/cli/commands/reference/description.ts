// Owns what programs read about a command: its row as plain JSON. Pure.
import { isSettingName, settings } from '../../../config/settings.ts';
import type { Command } from '../../command.ts';
import type { Flag, ValueType } from '../../flag.ts';
import { flagName } from '../../flags.ts';

export interface DescribedCommand extends Readonly<Record<string, unknown>> {
  /** Without the program's name. */
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly DescribedArgument[];
  readonly flags: readonly DescribedFlag[];
  /** Whether it sends nothing to the service, only reads from it, or also writes. */
  readonly sends: 'none' | 'read' | 'write';
  /** Whether `plenary runs undo` takes back what it sends. */
  readonly undoable: boolean;
  readonly exitCodes: readonly number[];
  readonly examples: readonly string[];
  /** What it calls, if it is the command of an endpoint. */
  readonly endpoint: string | null;
}

interface DescribedArgument {
  readonly name: string;
  readonly summary: string;
  readonly type: ValueType;
  readonly required: boolean;
}

interface DescribedFlag {
  /** With its dashes. */
  readonly name: string;
  readonly short: string | null;
  readonly summary: string;
  readonly type: ValueType;
  readonly choices: readonly string[] | null;
  readonly repeatable: boolean;
  readonly required: boolean;
  /** The value that applies without the flag. */
  readonly default: string | null;
  /** The environment variable that the flag overrides. */
  readonly variable: string | null;
}

export function describedCommand(row: Command): DescribedCommand {
  const { words, description, sends, isUndoable = false, exitCodes, examples, endpoint } = row;
  return {
    name: words,
    summary: description,
    arguments: Object.entries(row.arguments).map(([name, argument]) => ({
      name,
      summary: argument.description,
      type: argument.type ?? 'text',
      required: argument.isOptional !== true,
    })),
    flags: Object.entries(row.flags).flatMap(([name, flag]) => describedFlags(name, flag)),
    sends,
    undoable: isUndoable,
    exitCodes,
    examples,
    endpoint: endpoint === undefined ? null : `${endpoint.method} ${endpoint.path}`,
  };
}

/** A flag, and its opposite if it has one. @param key in the set of flags */
function describedFlags(key: string, flag: Flag): readonly DescribedFlag[] {
  const name = flagName(key);
  const setting = name.slice(2);
  const described = {
    name,
    short: flag.short ?? null,
    summary: flag.description,
    type: flag.type,
    choices: flag.choices ?? null,
    repeatable: flag.isRepeatable ?? false,
    required: flag.isRequired ?? false,
    default: flag.default ?? null,
    variable: (isSettingName(setting) ? settings[setting].environment : variables[setting]) ?? null,
  };
  if (flag.opposite === undefined) return [described];
  return [described, { ...described, name: name.replace('--', '--no-'), summary: flag.opposite }];
}

/** Of flags that are no settings. */
const variables: Readonly<Record<string, string>> = { profile: 'PLENARY_PROFILE', data: 'PLENARY_DATA' };
