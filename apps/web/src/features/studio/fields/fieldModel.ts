import { schemas } from '@portico/kinds/components';
import { ContentComponent, type ComponentKind } from '@portico/kinds/content';
import { ListItem } from '@portico/kinds/parts';
import { ComponentId } from '@portico/kinds/contentBase';
import { Condition } from '@portico/kinds/formConditions';
import { FormField } from '@portico/kinds/formFields';
import { ImageRef } from '@portico/kinds/media';
import { Href, InlineText, RichText } from '@portico/kinds/richText';
import type { z } from 'zod/mini';

type Schema = z.core.$ZodType;

/** Values with their own control, whatever their schema looks like. */
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

/** What the contract says about one property: enough to render its control and detect invalid values. */
export type FieldModel = { schema: Schema; isOptional: boolean; isNullable: boolean } & (
  | { kind: 'text'; max: number | undefined; isRequired: boolean; format: string | undefined }
  | { kind: 'number'; min: number | undefined; max: number | undefined }
  | { kind: 'boolean' }
  | { kind: 'choice'; values: string[] }
  | { kind: WholeKind }
  | { kind: 'group'; properties: Record<string, FieldModel> }
  | { kind: 'entries'; entry: FieldModel; min: number; max: number | undefined }
  /** A union of shapes, which needs a custom control. */
  | { kind: 'variant' }
);

/** The parts of a zod definition that this file reads. */
interface Definition {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  innerType?: Schema;
  entries?: Record<string, string>;
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

/** The model of a property's schema. Throws for a schema that has no control. */
export function fieldModel(schema: Schema, isOptional = false, isNullable = false): FieldModel {
  const common = { schema, isOptional, isNullable };
  const definition = definitionOf(schema);
  const { type, element, innerType, getter, shape, entries } = definition;
  const wholeKind = whole.get(schema);
  if (wholeKind) return { ...common, kind: wholeKind };
  if (type === 'optional' && innerType) return fieldModel(innerType, true, isNullable);
  if (type === 'nullable' && innerType) return fieldModel(innerType, isOptional, true);
  if (type === 'lazy' && getter) return fieldModel(getter(), isOptional, isNullable);
  if (type === 'string')
    return {
      ...common,
      kind: 'text',
      max: limit(definition, 'max_length'),
      isRequired: !isOptional && (limit(definition, 'min_length') ?? 0) > 0,
      format: formatOf(definition),
    };
  if (type === 'number')
    return { ...common, kind: 'number', min: limit(definition, 'greater_than'), max: limit(definition, 'less_than') };
  if (type === 'boolean') return { ...common, kind: 'boolean' };
  if (type === 'enum' && entries) return { ...common, kind: 'choice', values: Object.values(entries) };
  if (type === 'union') return { ...common, kind: 'variant' };
  if (type === 'object' && shape)
    return {
      ...common,
      kind: 'group',
      properties: Object.fromEntries(Object.entries(shape).map(([name, property]) => [name, lazily(property)])),
    };
  if (type === 'array' && element) {
    const entriesKind = wholeEntries.get(element);
    if (entriesKind) return { ...common, kind: entriesKind };
    return {
      ...common,
      kind: 'entries',
      entry: fieldModel(element),
      min: limit(definition, 'min_length') ?? 0,
      max: limit(definition, 'max_length'),
    };
  }
  if (type === 'literal') return { ...common, kind: 'id' };
  throw new Error(`No control is known for a ${type}.`);
}

const lazily = (schema: Schema) => fieldModel(schema);

const models = new Map<ComponentKind, Record<string, FieldModel>>();

/** The properties of a kind of component as the contract defines them, without `type`. */
export function modelOf(kind: ComponentKind): Record<string, FieldModel> {
  const known = models.get(kind);
  if (known) return known;
  // A divider can have a condition inside a form, but not as a component.
  const inForm = FormField.def.options.find(({ shape }) => shape.type.def.values[0] === kind);
  const shape = Object.entries<Schema>({ ...inForm?.shape, ...schemas[kind].shape }).filter(
    ([name]) => name !== 'type',
  );
  const model = Object.fromEntries(shape.map(([name, schema]) => [name, fieldModel(schema)]));
  models.set(kind, model);
  return model;
}
