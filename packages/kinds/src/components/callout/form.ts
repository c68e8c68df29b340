import { body, link, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Callout } from './shape.ts';

export const form = {
  label: 'Callout',
  help: 'A tip, note or warning in a box.',
  menu: { group: 'text', position: 5 },
  editedIn: 'page',
  properties: {
    kind: { label: 'Kind', options: { Tip: 'Tip', Info: 'Info', Note: 'Note', Warning: 'Warning' } },
    title,
    body,
    link,
  },
} satisfies FormOf<Callout>;
