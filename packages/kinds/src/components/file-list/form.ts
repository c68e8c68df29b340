import { title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { FileList } from './shape.ts';

export const form = {
  label: 'Files',
  help: 'Documents to download.',
  menu: { group: 'media', position: 4 },
  editedIn: 'panel',
  properties: {
    title,
    files: {
      label: 'Files',
      add: 'Add a file',
      entry: (number) => `File ${number}`,
      create: ({ document }) => document?.() ?? Promise.resolve(undefined),
      properties: {
        title,
        documentId: { label: 'File', control: 'document' },
        format: { isHidden: true },
        bytes: { isHidden: true },
      },
    },
  },
} satisfies FormOf<FileList>;
