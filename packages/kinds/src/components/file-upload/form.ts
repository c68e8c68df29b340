import { alias, condition, question } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { FileUpload } from '../../forms/formFields.ts';

export const form = {
  label: 'File upload',
  help: 'Files that readers submit.',
  menu: null,
  editedIn: 'panel',
  properties: {
    ...question,
    formats: { label: 'Formats', help: 'If none is chosen, every format is accepted.', control: 'formats' },
    maxBytes: { label: 'Maximum megabytes per file', control: 'megabytes' },
    maxFiles: { label: 'Maximum files' },
    alias,
    condition,
  },
} satisfies FormOf<FileUpload>;
