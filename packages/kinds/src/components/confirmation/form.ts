import type { FormOf } from '../../properties/form.ts';
import type { Confirmation } from './shape.ts';

export const form = {
  label: 'Confirmation',
  help: 'Asks everyone in the audience to read this and confirm.',
  menu: { group: 'forms', position: 6 },
  editedIn: 'panel',
  properties: {
    statement: { label: 'Statement', help: 'What people confirm, in the first person.', isLong: true },
    dueDate: { label: 'Due date', help: 'The last day, in the firm’s time zone.' },
  },
} satisfies FormOf<Confirmation>;
