import { title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { ExpandCollapse } from './shape.ts';

export const form = {
  label: 'Expandable section',
  help: 'Content that opens when readers click its title.',
  menu: { group: 'layout', position: 2 },
  editedIn: 'panel',
  properties: {
    title,
    isOpen: { label: 'Open by default', help: 'Readers can close it.' },
    components: { isHidden: true },
  },
} satisfies FormOf<ExpandCollapse>;
