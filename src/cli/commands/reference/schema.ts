// `plenary schema`: lists the JSON Schemas, or prints one.
import { quoted } from '../../../contract/amount.ts';
import type { DocumentOf } from '../../../contract/document.ts';
import { UsageError } from '../../../errors.ts';
import type { Command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { write } from '../../io.ts';
import { jsonText } from '../../output/json.ts';
import { oneBatch, printRecords } from '../../output/records.ts';
import type { listedSchema } from './description-schema.ts';
import { isSchemaName, jsonSchemaOf, schemaNames, summaryOf } from './schemas.ts';

/** @throws {UsageError} for an unknown name */
export async function printSchema(
  context: Context,
  { name }: { readonly name: string | undefined },
  commands: readonly Command[],
): Promise<void> {
  if (name === undefined) return listSchemas(context, commands);
  if (!isSchemaName(name)) {
    const next = [{ command: 'plenary schema' }];
    throw new UsageError(`unknown schema ${quoted(name)}`, {
      fix: 'use a name from the list',
      next,
    });
  }
  await write(context.io.stdout, jsonText(context.io.stdout, jsonSchemaOf(name), 2));
}

async function listSchemas(context: Context, commands: readonly Command[]): Promise<void> {
  const records = schemaNames.map((name): DocumentOf<typeof listedSchema> => {
    const printing = commands.filter(({ json }) => json.includes(name));
    return { name, summary: summaryOf(name), commands: printing.map(({ words }) => words) };
  });
  await printRecords(context, oneBatch(records), {
    noun: 'schemas',
    defaultFields: ['name', 'summary', 'commands'],
  });
}
