import { alias, condition, lengths, placeholder, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { TextField } from '../../forms/formFields.ts';

export const form = {
  label: 'Short answer',
  help: 'One line: text, a number, a date or an address.',
  menu: { group: 'forms', position: 3 },
  editedIn: 'panel',
  properties: {
    ...question,
    format: {
      label: 'Format',
      options: {
        Text: 'Text',
        Number: 'Number',
        Date: 'Date',
        Email: 'Email address',
        Phone: 'Phone number',
      },
    },
    placeholder,
    ...lengths,
    min: { label: 'Minimum', help: 'A number, or a date such as 2026-04-15.' },
    max: { label: 'Maximum' },
    pattern: {
      label: 'Pattern',
      help: 'The whole answer must match it (RE2 syntax).',
      properties: {
        expression: { label: 'Expression' },
        message: { label: 'Message when it doesn’t match' },
      },
    },
    alias,
    condition,
  },
} satisfies FormOf<TextField>;
