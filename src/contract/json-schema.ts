// Describes schemas as JSON Schema (2020-12). Loaded by the service and for `plenary schema` alone;
// must not know any single schema.
import type { $ZodRegistry, $ZodType, $ZodTypes, JSONSchema } from 'zod/v4/core';
import { toJSONSchema } from 'zod/v4/core';

/** Schemas by the names that a document has for them. */
export type NamedSchemas = $ZodRegistry<{ readonly id: string }>;

/** The JSON Schema of each; where one contains another, it refers to its name. */
export function namedSchemasOf(
  schemas: NamedSchemas,
): Readonly<Record<string, JSONSchema.BaseSchema>> {
  const described = toJSONSchema(schemas, {
    uri: (name) => `#/components/schemas/${name}`,
    override,
  });
  const entries = Object.entries(described.schemas);
  return Object.fromEntries(entries.map(([name, { $schema, $id, ...schema }]) => [name, schema]));
}

/** The JSON Schema of what is sent. */
export function jsonSchemaOf(schema: $ZodType): JSONSchema.BaseSchema {
  const { $schema, ...described } = toJSONSchema(schema, { io: 'input', override });
  return described;
}

function override({
  zodSchema,
  jsonSchema,
}: {
  readonly zodSchema: $ZodTypes;
  readonly jsonSchema: JSONSchema.BaseSchema;
}): void {
  removeNeedless(jsonSchema);
  const { def } = zodSchema._zod;
  // zod leaves away that of a whole number, because its text is converted.
  if (def.type === 'default') jsonSchema.default = def.defaultValue;
  const [schema] = jsonSchema.anyOf ?? [];
  if (def.type !== 'nullable' || typeof schema !== 'object') return;
  // Tools show the description and the limits of a property, and not those of its alternatives.
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, schema, { type: [schema.type, 'null'] });
}

/** Removes what is true of every value. */
export function removeNeedless(jsonSchema: JSONSchema.BaseSchema): void {
  // Every name is a text.
  delete jsonSchema.propertyNames;
  // Of every integer of JavaScript.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
