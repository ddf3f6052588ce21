// Lists the fields of a request schema, for flags, help and OpenAPI. Must not know any single
// field.
import type { ZodMiniObject } from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { annotationOf } from './text.ts';

/** One field of a body or a query. Lengths are in Unicode code points. */
export interface Field {
  readonly name: string;
  readonly type: 'string' | 'integer';
  readonly required: boolean;
  readonly nullable: boolean;
  readonly description: string;
  readonly default?: string | number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly recommended?: readonly string[];
}

/** The schema of a body or a query: scalars by name. */
export type ObjectSchema = ZodMiniObject<Record<string, $ZodType>>;

/** The fields of a schema, in the order in which the contract declares them. */
export function fieldsOf(schema: ObjectSchema | undefined): readonly Field[] {
  if (schema === undefined) return [];
  return Object.entries(schema._zod.def.shape).map(([name, type]) => readField(name, type));
}

/** Their names. */
export function fieldNames(schema: ObjectSchema | undefined): ReadonlySet<string> {
  return new Set(schema === undefined ? [] : Object.keys(schema._zod.def.shape));
}

/** `first_name` or `pageSize` → `first-name`, `page-size`, as in flags. */
export function toKebab(name: string): string {
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
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
      return {
        name,
        type,
        required: true,
        nullable: false,
        ...wrapping,
        description: '',
        ...annotationOf(inner),
      };
    }
    inner = def.innerType;
  }
}
