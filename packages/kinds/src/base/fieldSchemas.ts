import { z } from 'zod/mini';
import { nonEmptyText } from './contentBase.ts';
import {
  plainNames,
  type DetailName,
  type ItemField,
  type ItemFields,
  type CustomName,
  type PlainDetail,
  type PlainField,
  type PlainName,
  type PlainValue,
  type ShownName,
  type ShownOn,
} from './itemFields.ts';
import { isStorable } from '../content.ts';

/* The schemas of fields, derived from what the shapes of items say about them and the schemas beside the shapes. */

/** The schemas of a field with a custom shape: in drafts, which may be unfinished, and in published revisions. */
export interface CustomSchemas {
  draft: z.ZodMiniType;
  complete: z.ZodMiniType;
}
type CustomSchemasOf<Fields> = { [Name in CustomName<Fields>]: CustomSchemas };

/** The schemas of a field that is the same in drafts and in published revisions. */
export const always = <Schema extends z.ZodMiniType>(schema: Schema) => ({ draft: schema, complete: schema });

const Instant = z.iso.datetime();

/** A text of a draft: it may be empty. */
export const draftText = (max: number) => z.string().check(z.maxLength(max), z.refine(isStorable, 'Cannot be stored'));

const choices = new WeakMap<readonly string[], z.ZodMiniType>();
/** The schema of a choice: always the same one, so that the API description names it once. */
export function choiceOf<Option extends string>(options: readonly Option[]): z.ZodMiniEnum<{ [Each in Option]: Each }> {
  const choice = choices.get(options) ?? z.enum(options as Option[]);
  choices.set(options, choice);
  return choice as z.ZodMiniEnum<{ [Each in Option]: Each }>;
}

const optional = (schema: z.ZodMiniType, field: PlainField): z.ZodMiniType =>
  field.is === 'choice' && field.blank !== null ? schema : z.nullable(schema);

function draftSchema(field: PlainField): z.ZodMiniType {
  if (field.is === 'texts') return z.array(draftText(field.maxLength)).check(z.maxLength(field.maxEntries));
  if (field.is === 'text') return z.nullable(draftText(field.maxLength));
  return field.is === 'instant' ? z.nullable(Instant) : optional(choiceOf(field.options), field);
}

/** Older revisions lack fields that were added later. */
function completeSchema(field: PlainField): z.ZodMiniType {
  if (field.is === 'texts')
    return z.optional(z.array(nonEmptyText(field.maxLength)).check(z.maxLength(field.maxEntries)));
  if (field.is === 'text') return z.nullish(z.string().check(z.maxLength(field.maxLength)));
  if (field.is === 'instant') return z.nullish(Instant);
  const choice = choiceOf(field.options);
  return field.isInEveryRevision ? choice : z.nullish(choice);
}

function readerSchema(field: PlainField): z.ZodMiniType {
  if (field.is === 'texts') return z.array(z.string());
  if (field.is === 'text') return z.nullable(z.string());
  return field.is === 'instant' ? z.nullable(Instant) : optional(choiceOf(field.options), field);
}

/** A schema for each of these plain fields. */
export const schemasFor = <Fields extends ItemFields>(
  fields: Fields,
  names: readonly string[],
  schemaOf: (field: PlainField) => z.ZodMiniType,
) => Object.fromEntries(names.map((name) => [name, schemaOf(fields[name] as PlainField)]));

/** The schemas of fields in drafts or in published revisions. */
export const shapeOf = (
  fields: ItemFields,
  own: Record<string, CustomSchemas>,
  stage: keyof CustomSchemas,
  isWanted: (name: string, field: ItemField) => boolean = () => true,
): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, field]) => isWanted(name, field))
      .map(([name, field]) => [
        name,
        field.is === 'custom' ? own[name]![stage] : (stage === 'draft' ? draftSchema : completeSchema)(field),
      ]),
  );

/** What editors write; a draft may be unfinished. */
export const draftShape = <Fields extends ItemFields, Own extends CustomSchemasOf<Fields>>(fields: Fields, own: Own) =>
  shapeOf(fields, own, 'draft') as {
    [Name in PlainName<Fields>]: z.ZodMiniType<PlainValue<Fields[Name]>>;
  } & { [Name in CustomName<Fields>]: Own[Name]['draft'] };

/** The plain details of a published revision. */
export type PlainDetailShape<Fields extends ItemFields> = {
  [Name in PlainDetail<Fields>]: Fields[Name] extends { isInEveryRevision: true }
    ? z.ZodMiniType<Exclude<PlainValue<Fields[Name]>, null>>
    : z.ZodMiniOptional<
        z.ZodMiniType<PlainValue<Fields[Name]> | (Fields[Name] extends { is: 'texts' } ? never : null)>
      >;
};

/** The details of a published revision. */
export const detailShape = <Fields extends ItemFields, Own extends CustomSchemasOf<Fields>>(fields: Fields, own: Own) =>
  shapeOf(fields, own, 'complete', (_, { isColumn }) => !isColumn) as PlainDetailShape<Fields> & {
    [Name in CustomName<Fields> & DetailName<Fields>]: Own[Name]['complete'];
  };

/** What readers get on cards, or only on the page. */
export const readerShape = <Fields extends ItemFields, On extends ShownOn>(fields: Fields, on: On) =>
  schemasFor(
    fields,
    plainNames(fields, ({ shownOn }) => shownOn === on),
    readerSchema,
  ) as { [Name in ShownName<Fields, On>]: z.ZodMiniType<PlainValue<Fields[Name]>> };
