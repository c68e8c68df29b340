import { ContentComponent, type ComponentKind, ListItem } from '@portico/contracts/content';
import { ComponentId } from '@portico/contracts/contentBase';
import { Condition } from '@portico/contracts/formConditions';
import { FormField } from '@portico/contracts/formFields';
import { ImageRef } from '@portico/contracts/media';
import { Href, InlineText, RichText } from '@portico/contracts/richText';
import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/** Values that have a control of their own, whatever their schema is made of. */
export type WholeKind =
  | 'rich'
  | 'inline'
  | 'picture'
  | 'href'
  | 'condition'
  | 'listItems'
  | 'formFields'
  | 'components'
  | 'id';

/** What the contract says of one property: enough to draw its control and to know when a value does not fit. */
export type FieldModel = { schema: Schema; isOptional: boolean; isNullable: boolean } & (
  | { kind: 'text'; max: number | undefined; isRequired: boolean; format: string | undefined }
  | { kind: 'number'; min: number | undefined; max: number | undefined }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: string[] }
  | { kind: WholeKind }
  | { kind: 'group'; properties: Record<string, FieldModel> }
  | { kind: 'entries'; entry: FieldModel; min: number; max: number | undefined }
  /** One of several shapes: such a property needs a control made for it. */
  | { kind: 'variant' }
);

/** The parts of a zod definition that are read here. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  options?: Schema[];
  entries?: Record<string, string>;
  values?: unknown[];
  getter?: () => Schema;
  format?: string;
  checks?: Array<{
    _zod: { def: { check: string; minimum?: number; maximum?: number; value?: number; format?: string } };
  }>;
}

const definitionOf = (schema: Schema) => schema['_zod'].def as unknown as Definition;

const whole = new Map<Schema, WholeKind>([
  [RichText, 'rich'],
  [InlineText, 'inline'],
  [ImageRef, 'picture'],
  [Href, 'href'],
  [Condition, 'condition'],
  [ComponentId, 'id'],
]);
const wholeEntries = new Map<Schema, WholeKind>([
  [ListItem, 'listItems'],
  [FormField, 'formFields'],
  [ContentComponent, 'components'],
]);

function limit({ checks = [] }: Definition, check: string): number | undefined {
  const found = checks.map((check) => check['_zod'].def).find((one) => one.check === check);
  return found?.minimum ?? found?.maximum ?? found?.value;
}

function formatOf({ format, checks = [] }: Definition): string | undefined {
  return format ?? checks.map((check) => check['_zod'].def).find(({ check }) => check === 'string_format')?.format;
}

/** What a schema says of the values of a property. Throws for a schema that no control is known for. */
export function fieldModel(schema: Schema, isOptional = false, isNullable = false): FieldModel {
  const own = { schema, isOptional, isNullable };
  const definition = definitionOf(schema);
  const { type, element, innerType, getter, shape, entries } = definition;
  const known = whole.get(schema);
  if (known) return { ...own, kind: known };
  if (type === 'optional' && innerType) return fieldModel(innerType, true, isNullable);
  if (type === 'nullable' && innerType) return fieldModel(innerType, isOptional, true);
  if (type === 'lazy' && getter) return fieldModel(getter(), isOptional, isNullable);
  if (type === 'string')
    return {
      ...own,
      kind: 'text',
      max: limit(definition, 'max_length'),
      isRequired: !isOptional && (limit(definition, 'min_length') ?? 0) > 0,
      format: formatOf(definition),
    };
  if (type === 'number')
    return { ...own, kind: 'number', min: limit(definition, 'greater_than'), max: limit(definition, 'less_than') };
  if (type === 'boolean') return { ...own, kind: 'boolean' };
  if (type === 'enum' && entries) return { ...own, kind: 'choice', values: Object.values(entries) };
  if (type === 'union') return { ...own, kind: 'variant' };
  if (type === 'object' && shape)
    return {
      ...own,
      kind: 'group',
      properties: Object.fromEntries(Object.entries(shape).map(([name, property]) => [name, lazily(property)])),
    };
  if (type === 'array' && element) {
    const ofEntries = wholeEntries.get(element);
    if (ofEntries) return { ...own, kind: ofEntries };
    return {
      ...own,
      kind: 'entries',
      entry: fieldModel(element),
      min: limit(definition, 'min_length') ?? 0,
      max: limit(definition, 'max_length'),
    };
  }
  if (type === 'literal') return { ...own, kind: 'id' };
  throw new Error(`No control is known for a ${type}.`);
}

const lazily = (schema: Schema) => fieldModel(schema);

function* objectsIn(schema: Schema): Generator<Definition> {
  const definition = definitionOf(schema);
  if (definition.type === 'union') for (const option of definition.options ?? []) yield* objectsIn(option);
  else if (definition.type === 'object') yield definition;
}

const typeOf = ({ shape }: Definition): unknown => shape?.['type'] && definitionOf(shape['type']).values?.[0];

const models = new Map<unknown, Record<string, FieldModel>>();

/** The properties of a kind of component as the contract says them, without `type`. */
export function modelOf(kind: ComponentKind): Record<string, FieldModel> {
  const known = models.get(kind);
  if (known) return known;
  // Inside a form a divider may have a condition; as a component it has none.
  for (const { shape = {} } of [...objectsIn(ContentComponent), ...objectsIn(FormField)].filter(
    (one) => typeOf(one) === kind,
  )) {
    const properties = Object.entries(shape).filter(([name]) => name !== 'type');
    const model = Object.fromEntries(properties.map(([name, schema]) => [name, fieldModel(schema)]));
    models.set(kind, { ...model, ...models.get(kind) });
  }
  return models.get(kind) ?? {};
}
