import { z } from 'zod/mini';
import { ComponentId, line, uniqueBy } from '../content/contentBase.ts';
import { Condition, conditionCycle, FieldAlias } from './formConditions.ts';
import { compareDecimals, decimalOf, isDay } from './formTexts.ts';
import { DocumentFormat } from '../content/media.ts';

const part = { id: ComponentId, condition: z.optional(Condition) };
const field = {
  ...part,
  alias: FieldAlias,
  label: line(300),
  helpText: z.optional(z.string().check(z.maxLength(500))),
  isRequired: z.optional(z.boolean()),
};
const options = z.array(z.object({ value: line(200), label: line(300) })).check(
  z.minLength(1),
  z.maxLength(200),
  uniqueBy((option) => option.value, 'Two choices have the same value'),
);
const atLeast = (max: number) => z.optional(z.int().check(z.minimum(0), z.maximum(max)));
const atMost = (max: number) => z.optional(z.int().check(z.minimum(1), z.maximum(max)));

/** A minimum must not be above its maximum. */
const inOrder = <Field>(limitsOf: (field: Field) => [number | undefined, number | undefined]) =>
  z.refine<Field>((field) => {
    const [least, most] = limitsOf(field);
    return least === undefined || most === undefined || least <= most;
  }, 'The least that is allowed is more than the most');

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
    placeholder: z.optional(line(200)),
    minLength: atLeast(MAX_TEXT_FIELD),
    maxLength: atMost(MAX_TEXT_FIELD),
    min: z.optional(line(40)),
    max: z.optional(line(40)),
    /** A regular expression in RE2 syntax that the whole text must match; `message` says what to enter. */
    pattern: z.optional(z.object({ expression: line(200), message: line(200) })),
  })
  .check(
    inOrder((field) => [field.minLength, field.maxLength]),
    z.refine(({ format, min, max }) => {
      const isLimit =
        format === 'Number' ? decimalOf : format === 'Date' ? (text: string) => isDay(text) || undefined : () => true;
      return [min, max].every((limit) => limit === undefined || isLimit(limit) !== undefined);
    }, 'A limit is not of the format of the field'),
    z.refine(({ format, min, max }) => {
      if (min === undefined || max === undefined) return true;
      if (format === 'Date') return min <= max;
      const [least, most] = [decimalOf(min), decimalOf(max)];
      return format !== 'Number' || least === undefined || most === undefined || compareDecimals(least, most) <= 0;
    }, 'The least that is allowed is more than the most'),
  );
export const TextArea = z
  .object({
    ...field,
    type: z.literal('TextArea'),
    placeholder: z.optional(line(200)),
    minLength: atLeast(MAX_TEXT_AREA),
    maxLength: atMost(MAX_TEXT_AREA),
  })
  .check(inOrder((field) => [field.minLength, field.maxLength]));
export const DropDownList = z.object({ ...field, type: z.literal('DropDownList'), options });
export const SingleChoice = z.object({ ...field, type: z.literal('SingleChoice'), options });
export const MultiChoice = z
  .object({ ...field, type: z.literal('MultiChoice'), options, minChoices: atLeast(200), maxChoices: atMost(200) })
  .check(
    inOrder((field) => [field.minChoices, field.maxChoices]),
    z.refine(
      (field) => (field.minChoices ?? 0) <= field.options.length,
      'The minimum is larger than the number of choices',
    ),
  );
/** `state` is the initial state. A required checkbox must be checked. */
export const Checkbox = z.object({
  ...field,
  type: z.literal('Checkbox'),
  state: z.optional(z.enum(['Checked', 'Unchecked'])),
});
export const FileUpload = z.object({
  ...field,
  type: z.literal('FileUpload'),
  /** Every format the portal stores, by default. */
  formats: z.optional(z.array(DocumentFormat).check(z.minLength(1))),
  maxBytes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILE_BYTES))),
  maxFiles: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILES))),
});
/** Starts a group: its condition applies to every field up to the next one. */
export const TitleAndDescription = z.object({
  ...part,
  type: z.literal('TitleAndDescription'),
  title: line(300),
  description: z.optional(z.string().check(z.maxLength(2000))),
});
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
/** A part of a form; outside a form a Divider is the component of that name. */
export const FormField = z.discriminatedUnion('type', [...formFieldKinds, FormDivider]);
export type FormField = z.infer<typeof FormField>;

/** A form inside a page. `formId` identifies it across pages; its entries refer to it. */
export const Form = z.object({
  id: ComponentId,
  type: z.literal('Form'),
  formId: z.uuid(),
  title: line(300),
  description: z.optional(z.string().check(z.maxLength(2000))),
  fields: z.array(FormField).check(
    z.minLength(1),
    z.maxLength(200),
    uniqueBy((field) => field.id, 'Two fields have the same id'),
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
