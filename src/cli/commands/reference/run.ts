// `plenary commands`: prints the table of commands.
import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import { describedCommand } from './description.ts';

export async function listCommands(context: Context, commands: readonly Command[]): Promise<void> {
  const records = commands.map(describedCommand);
  await printRecords(context, oneBatch(records), { noun: 'commands', defaultFields: ['name', 'summary'] });
}
