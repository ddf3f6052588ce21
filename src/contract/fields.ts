// Lists the fields of a request schema, for flags, help and OpenAPI, and creates a schema of
// fields. Must not know any single field.
import {
  _default,
  extend,
  nullable,
  object,
  optional,
  partial,
  type ZodMiniObject,
} from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { type Annotation, annotationOf, integer, text } from './text.ts';

/** One field of a body or a query. */
export interface Field extends Annotation {
  readonly name: string;
  readonly type: 'string' | 'integer';
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  readonly default?: string | number;
}

/** The schema of a body or a query: scalars by name. */
export type ObjectSchema = ZodMiniObject<Record<string, $ZodType>>;

/** The fields of a schema, in the order in which the contract declares them. */
export function fieldsOf(schema: ObjectSchema | undefined): readonly Field[] {
  return Object.entries(shapeOf(schema)).map(([name, type]) => readField(name, type));
}

/** The schema of a body or a query that has these fields. */
export function schemaOf(fields: readonly Field[]): ObjectSchema {
  return object(Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])));
}

function fieldSchema(field: Field): $ZodType {
  const { description, minLength: min, maxLength: max } = field;
  const scalar =
    field.type === 'string' ? text(description, { min, max }) : integer(description, field);
  const orNull = field.nullable ? nullable(scalar) : scalar;
  if (field.default !== undefined) return _default(orNull, field.default);
  return field.required ? orNull : optional(orNull);
}

/** Their names. */
export function fieldNames(schema: ObjectSchema | undefined): ReadonlySet<string> {
  return new Set(Object.keys(shapeOf(schema)));
}

/**
 * The schema of what a change may set: the fields of a creation, none of them required, and then
 * those that only an update has.
 */
export function changeSchema(
  creation: ObjectSchema | undefined,
  update: ObjectSchema | undefined,
): ObjectSchema {
  const created = shapeOf(creation);
  const further = Object.entries(shapeOf(update)).filter(([name]) => !(name in created));
  return extend(partial(object(created)), Object.fromEntries(further));
}

/** Whether a text is written in sentences: it may be longer than an address, and is no URL. */
export function isProse({ name, maxLength = 0 }: Pick<Field, 'name' | 'maxLength'>): boolean {
  return maxLength > longestAddress && !name.endsWith('_url');
}

/** RFC 5321 §4.5.3.1: 64 for the local part, 255 for the domain, and the @. */
const longestAddress = 320;

/** `first_name` or `pageSize` → `first-name`, `page-size`, as in flags. */
export function toKebab(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function shapeOf(schema: ObjectSchema | undefined): Readonly<Record<string, $ZodType>> {
  return schema?._zod.def.shape ?? {};
}

function readField(name: string, schema: $ZodType): Field {
  const wrapping: { required?: boolean; nullable?: boolean; default?: string | number } = {};
  let inner = schema;
  for (;;) {
    const def = (inner as $ZodTypes)._zod.def;
    if (def.type === 'optional') wrapping.required = false;
    else if (def.type === 'nullable') wrapping.nullable = true;
    else if (def.type === 'default') {
      wrapping.required = false;
      wrapping.default = def.defaultValue as string | number;
    } else {
      const type = def.type === 'string' ? 'string' : 'integer';
      const annotation = annotationOf(inner);
      return {
        name,
        type,
        required: true,
        nullable: false,
        ...wrapping,
        ...annotation,
        description: annotation.description ?? '',
      };
    }
    inner = def.innerType;
  }
}
