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

/** What the checks of a text, a number or a list say. */
function limitsOf({ checks = [] }: z.core.$ZodTypeDef) {
  const limits: { min?: number; max?: number; format?: string } = {};
  for (const check of checks as z.core.$ZodChecks[]) {
    const { def } = check['_zod'];
    if (def.check === 'min_length') limits.min = def.minimum;
    else if (def.check === 'max_length') limits.max = def.maximum;
    else if (def.check === 'greater_than') limits.min = Number(def.value);
    else if (def.check === 'less_than') limits.max = Number(def.value);
    else if (def.check === 'string_format') limits.format = def.format;
  }
  return limits;
}

/** The model of a property's schema. Throws for a schema that has no control. */
export function fieldModel(schema: Schema, isOptional = false, isNullable = false): FieldModel {
  const common = { schema, isOptional, isNullable };
  const wholeKind = whole.get(schema);
  if (wholeKind) return { ...common, kind: wholeKind };
  const { def } = (schema as z.core.$ZodTypes)['_zod'];
  const { min, max, format } = limitsOf(def);
  switch (def.type) {
    case 'optional':
      return fieldModel(def.innerType, true, isNullable);
    case 'nullable':
      return fieldModel(def.innerType, isOptional, true);
    case 'lazy':
      return fieldModel(def.getter(), isOptional, isNullable);
    case 'string':
      return {
        ...common,
        kind: 'text',
        max,
        isRequired: !isOptional && (min ?? 0) > 0,
        format: 'format' in def ? String(def.format) : format,
      };
    case 'number':
      return { ...common, kind: 'number', min, max };
    case 'boolean':
      return { ...common, kind: 'boolean' };
    case 'enum':
      return { ...common, kind: 'choice', values: Object.values(def.entries).map(String) };
    case 'union':
      return { ...common, kind: 'variant' };
    case 'object':
      return {
        ...common,
        kind: 'group',
        properties: Object.fromEntries(Object.entries(def.shape).map(([name, property]) => [name, lazily(property)])),
      };
    case 'array': {
      const entriesKind = wholeEntries.get(def.element);
      if (entriesKind) return { ...common, kind: entriesKind };
      return { ...common, kind: 'entries', entry: fieldModel(def.element), min: min ?? 0, max };
    }
    case 'literal':
      return { ...common, kind: 'id' };
    default:
      throw new Error(`No control is known for a ${def.type}.`);
  }
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
