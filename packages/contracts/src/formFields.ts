import { z } from 'zod/mini';
import { ComponentId, line, unrepeated } from './contentBase.ts';
import { DocumentFormat } from './media.ts';

/** Name under which an entry keeps the value of a field. */
export const FieldAlias = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/));

/** How a rule compares the value of a field with its own. Each has a variant that takes letters of either case as equal. Source: spec §3. */
export const ruleOperators = [
  'Is', 'IsNot', 'GreaterThen', 'LessThen', 'Contains', 'StartsWith', 'EndsWith', 'NotContains', 'NotStartsWith', 'NotEndsWith',
  'IsIgnoreCase', 'IsNotIgnoreCase', 'GreaterThenIgnoreCase', 'LessThenIgnoreCase', 'ContainsIgnoreCase', 'StartsWithIgnoreCase', 'EndsWithIgnoreCase',
  'NotContainsIgnoreCase', 'NotStartsWithIgnoreCase', 'NotEndsWithIgnoreCase',
] as const;
export const RuleOperator = z.enum(ruleOperators);
export type RuleOperator = z.infer<typeof RuleOperator>;

/** `field` is the alias of another field of the form. */
export const Rule = z.object({ field: FieldAlias, operator: RuleOperator, value: z.string().check(z.maxLength(1000)) });
export type Rule = z.infer<typeof Rule>;
/** Shows or hides what it stands on when all, or any, of its rules hold. Source: spec §3, visibility and condition match. */
export const Condition = z.object({
  visibility: z.enum(['Show', 'Hide']), match: z.enum(['All', 'Any']), rules: z.array(Rule).check(z.minLength(1), z.maxLength(20)),
});
export type Condition = z.infer<typeof Condition>;

const part = { id: ComponentId, condition: z.optional(Condition) };
const field = {
  ...part,
  alias: FieldAlias,
  label: line(300),
  helpText: z.optional(z.string().check(z.maxLength(500))),
  isRequired: z.optional(z.boolean()),
};
const options = z.array(z.object({ value: line(200), label: line(300) })).check(
  z.minLength(1), z.maxLength(200), unrepeated((option) => option.value, 'Two choices have the same value'),
);
const length = (max: number) => z.optional(z.int().check(z.minimum(0), z.maximum(max)));

export const MAX_TEXT_FIELD = 1000;
export const MAX_TEXT_AREA = 20_000;
/** Per file; the form may ask for less. */
export const MAX_FORM_FILE_BYTES = 25 * 1024 * 1024;
export const MAX_FORM_FILES = 10;

/** What a TextField takes. `min` and `max` are numbers for `Number`, days (`yyyy-MM-dd`) for `Date`, and mean nothing else. */
export const TextFormat = z.enum(['Text', 'Number', 'Date', 'Email', 'Phone']);
export type TextFormat = z.infer<typeof TextFormat>;

export const TextField = z.object({
  ...field,
  type: z.literal('TextField'),
  format: z.optional(TextFormat),
  placeholder: z.optional(line(200)),
  minLength: length(MAX_TEXT_FIELD),
  maxLength: length(MAX_TEXT_FIELD),
  min: z.optional(line(40)),
  max: z.optional(line(40)),
  /** A regular expression that the whole text has to match, in the syntax of RE2; `message` says what is asked for. */
  pattern: z.optional(z.object({ expression: line(200), message: line(200) })),
});
export const TextArea = z.object({
  ...field, type: z.literal('TextArea'), placeholder: z.optional(line(200)), minLength: length(MAX_TEXT_AREA), maxLength: length(MAX_TEXT_AREA),
});
export const DropDownList = z.object({ ...field, type: z.literal('DropDownList'), options });
export const SingleChoice = z.object({ ...field, type: z.literal('SingleChoice'), options });
export const MultiChoice = z.object({ ...field, type: z.literal('MultiChoice'), options, minChoices: length(200), maxChoices: length(200) });
/** `state` is how it starts; one that is required has to be checked. */
export const Checkbox = z.object({ ...field, type: z.literal('Checkbox'), state: z.optional(z.enum(['Checked', 'Unchecked'])) });
export const FileUpload = z.object({
  ...field,
  type: z.literal('FileUpload'),
  /** All that the portal keeps when left out. */
  formats: z.optional(z.array(DocumentFormat).check(z.minLength(1))),
  maxBytes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILE_BYTES))),
  maxFiles: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_FORM_FILES))),
});
/** Begins a group: its condition holds for all up to the next one. */
export const TitleAndDescription = z.object({
  ...part, type: z.literal('TitleAndDescription'), title: line(300), description: z.optional(z.string().check(z.maxLength(2000))),
});
const FormDivider = z.object({ ...part, type: z.literal('Divider') });

export const formFieldKinds = [
  TextField, TextArea, DropDownList, SingleChoice, MultiChoice, Checkbox, FileUpload, TitleAndDescription,
] as const;
/** A part of a form; outside a form a Divider is the component of that name. */
export const FormField = z.discriminatedUnion('type', [...formFieldKinds, FormDivider]);
export type FormField = z.infer<typeof FormField>;

/** A form inside a page. `formId` names it for its entries, in whatever page it stands. */
export const Form = z.object({
  id: ComponentId,
  type: z.literal('Form'),
  formId: z.uuid(),
  title: line(300),
  description: z.optional(z.string().check(z.maxLength(2000))),
  fields: z.array(FormField).check(
    z.minLength(1),
    z.maxLength(200),
    unrepeated((field) => field.id, 'Two fields have the same id'),
    unrepeated((field) => ('alias' in field ? field.alias : undefined), 'Two fields have the same alias'),
  ),
});
export type Form = z.infer<typeof Form>;
