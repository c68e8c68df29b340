import { z } from 'zod/mini';
import { ComponentId, line, unrepeated } from './contentBase.ts';

/** Name under which an entry keeps the value of a field. */
export const FieldAlias = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/));

const field = {
  id: ComponentId,
  alias: FieldAlias,
  label: line(300),
  helpText: z.optional(z.string().check(z.maxLength(500))),
  isRequired: z.optional(z.boolean()),
};
const options = z.array(z.object({ value: line(200), label: line(300) })).check(
  z.minLength(1), z.maxLength(200), unrepeated((option) => option.value, 'Two choices have the same value'),
);

export const TextField = z.object({
  ...field, type: z.literal('TextField'), placeholder: z.optional(line(200)), maxLength: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
});
export const TextArea = z.object({
  ...field, type: z.literal('TextArea'), placeholder: z.optional(line(200)), maxLength: z.optional(z.int().check(z.minimum(1), z.maximum(20_000))),
});
export const DropDownList = z.object({ ...field, type: z.literal('DropDownList'), options });
export const SingleChoice = z.object({ ...field, type: z.literal('SingleChoice'), options });
export const MultiChoice = z.object({ ...field, type: z.literal('MultiChoice'), options });
export const Checkbox = z.object({ ...field, type: z.literal('Checkbox'), state: z.optional(z.enum(['Checked', 'Unchecked'])) });
export const FileUpload = z.object({ ...field, type: z.literal('FileUpload') });
export const TitleAndDescription = z.object({
  id: ComponentId, type: z.literal('TitleAndDescription'), title: line(300), description: z.optional(z.string().check(z.maxLength(2000))),
});

export const formFieldKinds = [
  TextField, TextArea, DropDownList, SingleChoice, MultiChoice, Checkbox, FileUpload, TitleAndDescription,
] as const;
export const FormField = z.discriminatedUnion('type', formFieldKinds);
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
