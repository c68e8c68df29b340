import type { FormOf } from '../../properties/form.ts';
import type { Table } from './shape.ts';

export const form = {
  label: 'Table',
  help: 'Rows and columns of text or numbers.',
  menu: { group: 'text', position: 8 },
  editedIn: 'page',
  properties: {
    caption: { label: 'Caption', help: 'Says what the table shows; screen readers announce it.' },
    header: {
      label: 'First row is a header',
      help: 'Screen readers announce the column name with each cell.',
      control: 'tableHeader',
    },
    align: { label: 'Column alignment', control: 'tableAlign' },
    rows: { label: 'Rows and columns', control: 'tableRows' },
  },
} satisfies FormOf<Table>;
