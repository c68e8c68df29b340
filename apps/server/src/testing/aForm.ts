import { randomUUID } from 'node:crypto';
import type { Form, FormField } from '@portico/kinds/formFields';

/** A field in the short notation of tests: its id defaults to its alias. */
type Field = FormField extends infer One ? (One extends FormField ? Omit<One, 'id'> & { id?: string } : never) : never;

/**
 * A form with a required name, a choice, and a reason that appears only if the choice is `other`; or with the given
 * fields.
 */
export function aForm({ fields, ...rest }: Partial<Omit<Form, 'fields'>> & { fields?: Field[] } = {}): Form {
  const given: Field[] = fields ?? [
    { type: 'TextField', alias: 'name', label: 'Name', isRequired: true },
    {
      type: 'DropDownList',
      alias: 'kind',
      label: 'Kind',
      options: [
        { value: 'usual', label: 'The usual' },
        { value: 'other', label: 'Something else' },
      ],
    },
    {
      type: 'TextArea',
      alias: 'reason',
      label: 'Reason',
      isRequired: true,
      condition: { visibility: 'Show', match: 'All', rules: [{ field: 'kind', operator: 'Is', value: 'other' }] },
    },
  ];
  return {
    id: 'form',
    type: 'Form',
    formId: randomUUID(),
    title: 'Request',
    ...rest,
    fields: given.map(
      (field, index) => ({ id: 'alias' in field ? field.alias : `part-${index}`, ...field }) as FormField,
    ),
  };
}
