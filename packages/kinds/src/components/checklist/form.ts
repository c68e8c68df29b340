import { body, entries, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Checklist } from './shape.ts';

export const form = {
  label: 'Checklist',
  help: 'Tasks that each reader checks off.',
  menu: { group: 'forms', position: 2 },
  editedIn: 'page',
  properties: {
    title,
    dueDate: { label: 'Due date' },
    items: {
      ...entries,
      // People's marks refer to the id.
      create: () => ({ id: crypto.randomUUID().slice(0, 13), content: [] }),
      properties: { content: body },
    },
  },
} satisfies FormOf<Checklist>;
