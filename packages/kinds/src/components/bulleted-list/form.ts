import type { FormOf } from '../../properties/form.ts';
import type { BulletedList } from './shape.ts';

export const form = {
  label: 'List',
  help: 'Bulleted or numbered items, with sublists.',
  menu: { group: 'text', position: 3 },
  editedIn: 'page',
  properties: {
    items: { label: 'Items', help: 'Tab indents an item, Shift+Tab outdents it.' },
    ordered: { label: 'Numbered' },
    start: { label: 'First number', help: 'For a numbered list that continues an earlier one.' },
  },
} satisfies FormOf<BulletedList>;
