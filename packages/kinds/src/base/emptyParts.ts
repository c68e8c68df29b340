import type { z } from 'zod/mini';
import { NestedComponents } from './nested.ts';

export type Schema = z.core.$ZodType;

/** The parts of a zod definition that are read to complete data. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  getter?: () => Schema;
  options?: Schema[];
  discriminator?: string;
  values?: unknown[];
  entries?: Record<string, string>;
  format?: string;
}

/** Zod types a definition by its kind, which is known only once it has been read. */
export const definitionOf = (schema: Schema): Definition => schema['_zod'].def as unknown as Definition;

/** Whether a value identifies something elsewhere, such as a document, so that nobody can make it up. */
export const isIdentity = (schema: Schema): boolean => definitionOf(schema).format === 'uuid';

/**
 * A copy of unfinished data with every text, list and yes-or-no that the schema requires, if only empty. What only a
 * person can provide stays absent, and nested components stay as they are. Data that lacks nothing keeps its identity,
 * as does data of the wrong type.
 */
export function withEmptyParts<Data>(schema: Schema, data: Data): Data {
  if (schema === NestedComponents || data === undefined || data === null) return data;
  const { type, shape, element, innerType, getter, options, discriminator = '', values } = definitionOf(schema);
  if (innerType) return withEmptyParts(innerType, data);
  if (type === 'lazy' && getter) return withEmptyParts(getter(), data);
  if (type === 'array' && element && Array.isArray(data)) {
    const parts = data.map((part: unknown) => withEmptyParts(element, part));
    return (parts.every((part, index) => part === data[index]) ? data : parts) as Data;
  }
  if (typeof data !== 'object' || Array.isArray(data) || values) return data;
  if (options) {
    const option = options.find((each) => {
      const name = definitionOf(each).shape?.[discriminator];
      return name && definitionOf(name).values?.includes(Reflect.get(data, discriminator));
    });
    return option ? withEmptyParts(option, data) : data;
  }
  if (!shape) return data;
  let parts: Record<string, unknown> | undefined;
  for (const { name, part, hasParts } of partsOf(shape)) {
    const value: unknown = Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined;
    if (value !== undefined && !hasParts) continue;
    const filled = value === undefined ? emptyValue(part) : withEmptyParts(part, value);
    if (filled !== value) parts = { ...parts, [name]: filled };
  }
  return parts ? { ...data, ...parts } : data;
}

interface Part {
  name: string;
  part: Schema;
  /** Whether a value of it can lack something. */
  hasParts: boolean;
}

/** Read once, because each save completes all components of its item. */
const partsByShape = new WeakMap<object, Part[]>();

function partsOf(shape: Record<string, Schema>): Part[] {
  let parts = partsByShape.get(shape);
  if (!parts) {
    parts = Object.entries(shape).map(([name, part]) => ({ name, part, hasParts: hasParts(part) }));
    partsByShape.set(shape, parts);
  }
  return parts;
}

function hasParts(schema: Schema): boolean {
  const { type, innerType } = definitionOf(schema);
  return innerType ? hasParts(innerType) : !['string', 'number', 'boolean', 'literal', 'enum'].includes(type);
}

/** The value of a part before anyone has written it; undefined if only a person can provide one. */
function emptyValue(schema: Schema): unknown {
  if (schema === NestedComponents) return [];
  const { type, shape = {}, getter, values } = definitionOf(schema);
  switch (type) {
    case 'nullable':
      return null;
    case 'lazy':
      return getter && emptyValue(getter());
    case 'string':
      return isIdentity(schema) ? undefined : '';
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'literal':
      return values?.[0];
    case 'object': {
      const empty = withEmptyParts(schema, {});
      return Object.keys(shape).every((name) => name in empty) ? empty : undefined;
    }
    default:
      return undefined;
  }
}
