import type { TextUse } from './words.ts';

/** Where readers see a field: on cards and on the page, or on the page alone. */
export type ShownOn = 'card' | 'page';

interface Basic {
  /** A column of revisions, because lists filter or sort by it. All others are details of the revision. */
  isColumn?: true;
  /** Without it, the code of the kind decides who sees the field, and how. */
  shownOn?: ShownOn;
}
/** Null when nothing is written. */
interface OfText extends Basic {
  is: 'text';
  maxLength: number;
  words: TextUse;
}
interface OfTexts extends Basic {
  is: 'texts';
  maxLength: number;
  maxEntries: number;
  words: TextUse;
}
interface OfInstant extends Basic {
  is: 'instant';
}
interface OfChoice extends Basic {
  is: 'choice';
  options: readonly string[];
  /** Null if nothing needs to be chosen. */
  blank: string | null;
  /** Set if each stored revision has it; older revisions lack a field that was added later. */
  isInEveryRevision?: true;
}
/** Its schemas are in `schemas.ts` beside the shape, and its form names a control. */
interface OfCustomShape extends Basic {
  is: 'custom';
  blank: unknown;
  words: TextUse;
}

/** A field whose shape, control and path to readers are derived from what it is. */
export type PlainField = OfText | OfTexts | OfInstant | OfChoice;
export type ItemField = PlainField | OfCustomShape;
/** The fields of a kind of item, in the order of search results, comparisons and find and replace. */
export type ItemFields = Record<string, ItemField>;

export type PlainName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends PlainField ? Name : never;
}[keyof Fields];
export type CustomName<Fields> = Exclude<keyof Fields, PlainName<Fields>>;
export type DetailName<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends { isColumn: true } ? never : Name;
}[keyof Fields];
export type PlainDetail<Fields> = {
  [Name in PlainName<Fields>]: Fields[Name] extends { isColumn: true } ? never : Name;
}[PlainName<Fields>];
export type ShownName<Fields, On extends ShownOn> = {
  [Name in PlainName<Fields>]: Fields[Name] extends { shownOn: On } ? Name : never;
}[PlainName<Fields>];

/** The value of a plain field, in drafts and for readers. */
export type PlainValue<Field> = Field extends { is: 'texts' }
  ? string[]
  : Field extends { is: 'choice'; options: ReadonlyArray<infer Option>; blank: infer Blank }
    ? Option | Extract<Blank, null>
    : string | null;

/** A value of every field that differs from a new item's, for tests. */
export type ExampleOf<Fields> = {
  [Name in keyof Fields]: Fields[Name] extends PlainField ? PlainValue<Fields[Name]> : unknown;
};

export const wordsOfField = (field: ItemField): TextUse => ('words' in field ? field.words : 'none');

/** The value in a new item, and in a revision that is older than the field. */
export function blankOf(field: ItemField): unknown {
  if ('blank' in field) return field.blank;
  return field.is === 'texts' ? [] : null;
}

/** The names of the plain fields for which a condition holds. */
export const plainNames = (fields: ItemFields, condition: (field: PlainField) => boolean): string[] =>
  Object.entries(fields).flatMap(([name, field]) => (field.is !== 'custom' && condition(field) ? [name] : []));

/** The plain fields in the details of a revision. */
export const detailNames = (fields: ItemFields): string[] => plainNames(fields, ({ isColumn }) => !isColumn);

/** What readers see of a draft's fields, or of the details of a revision. */
export const shownFields = <Fields extends ItemFields, On extends ShownOn>(
  fields: Fields,
  values: object,
  on: On,
): { [Name in ShownName<Fields, On>]: PlainValue<Fields[Name]> } =>
  Object.fromEntries(
    plainNames(fields, ({ shownOn }) => shownOn === on).map((name) => [
      name,
      (Reflect.get(values, name) as unknown) ?? blankOf(fields[name]!),
    ]),
  ) as { [Name in ShownName<Fields, On>]: PlainValue<Fields[Name]> };
