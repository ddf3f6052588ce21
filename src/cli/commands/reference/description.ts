// `plenary commands`: prints the table of commands, each row as plain JSON.
import { isSettingName, settings } from '../../../config/settings.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import type { Flag } from '../../flag.ts';
import { flagName } from '../../flags.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import type { describedCommand as schema } from './description-schema.ts';

type DescribedCommand = DocumentOf<typeof schema>;

export async function listCommands(context: Context, commands: readonly Command[]): Promise<void> {
  const records = commands.map(describedCommand);
  await printRecords(context, oneBatch(records), {
    noun: 'commands',
    defaultFields: ['name', 'summary'],
  });
}

function describedCommand(row: Command): DescribedCommand {
  const {
    words,
    description,
    sends,
    isUndoable = false,
    exitCodes,
    examples,
    json,
    endpoint,
  } = row;
  return {
    name: words,
    summary: description,
    arguments: Object.entries(row.arguments).map(([name, argument]) => ({
      name,
      summary: argument.description,
      type: argument.type ?? 'text',
      choices: argument.choices ?? null,
      required: argument.isOptional !== true,
    })),
    flags: Object.entries(row.flags).flatMap(([name, flag]) => describedFlags(name, flag)),
    sends,
    undoable: isUndoable,
    exitCodes,
    examples,
    json,
    endpoint: endpoint === undefined ? null : `${endpoint.method} ${endpoint.path}`,
  };
}

/** A flag, and its opposite if it has one. @param key in the set of flags */
function describedFlags(key: string, flag: Flag): DescribedCommand['flags'] {
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
const variables: Readonly<Record<string, string>> = {
  profile: 'PLENARY_PROFILE',
  data: 'PLENARY_DATA',
};
