import { z } from 'zod/mini';
import { ComponentId, nonEmptyText, uniqueBy } from '../base/contentBase.ts';
import { Condition, conditionCycle, FieldAlias } from './formConditions.ts';
import { compareDecimals, decimalOf, isDay } from './formTexts.ts';
import { DocumentFormat } from '../base/media.ts';

const part = { id: ComponentId, condition: z.optional(Condition) };
const field = {
  ...part,
  alias: FieldAlias,
  label: nonEmptyText(300),
  helpText: z.optional(z.string().check(z.maxLength(500))),
  isRequired: z.optional(z.boolean()),
};
const options = z.array(z.object({ value: nonEmptyText(200), label: nonEmptyText(300) })).check(
  z.minLength(1),
  z.maxLength(200),
  uniqueBy((option) => option.value, 'Two choices have the same value'),
);
const atLeast = (max: number) => z.optional(z.int().check(z.minimum(0), z.maximum(max)));
const atMost = (max: number) => z.optional(z.int().check(z.minimum(1), z.maximum(max)));

/** Requires that a minimum is not greater than its maximum. */
const inOrder = <Field>(limitsOf: (field: Field) => [number | undefined, number | undefined]) =>
  z.refine<Field>((field) => {
    const [min, max] = limitsOf(field);
    return min === undefined || max === undefined || min <= max;
  }, 'The minimum is greater than the maximum');

export const MAX_TEXT_FIELD = 1000;
export const MAX_TEXT_AREA = 20_000;
/** Per file; a field may set a lower limit. */
export const MAX_FORM_FILE_BYTES = 25_000_000;
export const MAX_FORM_FILES = 10;

/**
 * What a TextField accepts. `min` and `max` are numbers for `Number`, days (`yyyy-MM-dd`) for `Date`, and ignored
 * otherwise.
 */
export const TextFormat = z.enum(['Text', 'Number', 'Date', 'Email', 'Phone']);
export type TextFormat = z.infer<typeof TextFormat>;

export const TextField = z
  .object({
    ...field,
    type: z.literal('TextField'),
    format: z.optional(TextFormat),
    placeholder: z.optional(nonEmptyText(200)),
    minLength: atLeast(MAX_TEXT_FIELD),
    maxLength: atMost(MAX_TEXT_FIELD),
    min: z.optional(nonEmptyText(40)),
    max: z.optional(nonEmptyText(40)),
    /** A regular expression in RE2 syntax that the whole text must match; `message` tells the person what to enter. */
    pattern: z.optional(z.object({ expression: nonEmptyText(200), message: nonEmptyText(200) })),
  })
  .check(
    inOrder((field) => [field.minLength, field.maxLength]),
    z.refine(({ format, min, max }) => {
      const isLimit =
        format === 'Number' ? decimalOf : format === 'Date' ? (text: string) => isDay(text) || undefined : () => true;
      return [min, max].every((limit) => limit === undefined || isLimit(limit) !== undefined);
    }, 'A limit does not match the format of the field'),
    z.refine(({ format, min, max }) => {
      if (min === undefined || max === undefined) return true;
      if (format === 'Date') return min <= max;
      const [minimum, maximum] = [decimalOf(min), decimalOf(max)];
      return (
        format !== 'Number' || minimum === undefined || maximum === undefined || compareDecimals(minimum, maximum) <= 0
      );
    }, 'The minimum is greater than the maximum'),
  );
export type TextField = z.infer<typeof TextField>;
export const TextArea = z
  .object({
    ...field,
    type: z.literal('TextArea'),
    placeholder: z.optional(nonEmptyText(200)),
    minLength: atLeast(MAX_TEXT_AREA),
    maxLength: atMost(MAX_TEXT_AREA),
  })
  .check(inOrder((field) => [field.minLength, field.maxLength]));
export type TextArea = z.infer<typeof TextArea>;
export const DropDownList = z.object({ ...field, type: z.literal('DropDownList'), options });
export type DropDownList = z.infer<typeof DropDownList>;
export const SingleChoice = z.object({ ...field, type: z.literal('SingleChoice'), options });
export type SingleChoice = z.infer<typeof SingleChoice>;
export const MultiChoice = z
  .object({ ...field, type: z.literal('MultiChoice'), options, minChoices: atLeast(200), maxChoices: atMost(200) })
  .check(
    inOrder((field) => [field.minChoices, field.maxChoices]),
    z.refine(
      (field) => (field.minChoices ?? 0) <= field.options.length,
      'The minimum is larger than the number of choices',
    ),
  );
export type MultiChoice = z.infer<typeof MultiChoice>;
/** `state` is the initial state. A required checkbox must be checked. */
export const Checkbox = z.object({
  ...field,
  type: z.literal('Checkbox'),
  state: z.optional(z.enum(['Checked', 'Unchecked'])),
});
export type Checkbox = z.infer<typeof Checkbox>;
export const FileUpload = z.object({
  ...field,
  type: z.literal('FileUpload'),
  /** Defaults to every format that the portal stores. */
  formats: z.optional(z.array(DocumentFormat).check(z.minLength(1))),
  maxBytes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILE_BYTES))),
  maxFiles: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILES))),
});
export type FileUpload = z.infer<typeof FileUpload>;
/** Starts a group. Its condition applies to every field up to the next TitleAndDescription. */
export const TitleAndDescription = z.object({
  ...part,
  type: z.literal('TitleAndDescription'),
  title: nonEmptyText(300),
  description: z.optional(z.string().check(z.maxLength(2000))),
});
export type TitleAndDescription = z.infer<typeof TitleAndDescription>;
const FormDivider = z.object({ ...part, type: z.literal('Divider') });

export const formFieldKinds = [
  TextField,
  TextArea,
  DropDownList,
  SingleChoice,
  MultiChoice,
  Checkbox,
  FileUpload,
  TitleAndDescription,
] as const;
/** A part of a form. Outside forms, a Divider is the component of that name. */
export const FormField = z.discriminatedUnion('type', [...formFieldKinds, FormDivider]);
export type FormField = z.infer<typeof FormField>;

/** A form within a page. `formId` identifies it across pages; its entries refer to it. */
export const Form = z.object({
  id: ComponentId,
  type: z.literal('Form'),
  formId: z.uuid(),
  title: nonEmptyText(300),
  description: z.optional(z.string().check(z.maxLength(2000))),
  fields: z.array(FormField).check(
    z.minLength(1),
    z.maxLength(200),
    uniqueBy((field) => field.id, 'Two fields have the same ID'),
    uniqueBy((field) => ('alias' in field ? field.alias : undefined), 'Two fields have the same alias'),
    z.superRefine((fields, context) => {
      const aliases = new Set(fields.flatMap((field) => ('alias' in field ? [field.alias] : [])));
      fields.forEach((field, position) =>
        field.condition?.rules.forEach((rule, rulePosition) => {
          if (aliases.has(rule.field)) return;
          const path = [position, 'condition', 'rules', rulePosition, 'field'];
          context.addIssue({
            code: 'custom',
            input: rule.field,
            path,
            message: `No field has the alias ${rule.field}`,
          });
        }),
      );
      const cycle = conditionCycle({ fields });
      if (cycle)
        context.addIssue({
          code: 'custom',
          input: fields,
          message: `The conditions of these fields depend on each other: ${cycle.join(', ')}`,
        });
    }),
  ),
});
export type Form = z.infer<typeof Form>;
