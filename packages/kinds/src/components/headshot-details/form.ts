import { body, contact, person, portrait } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { HeadshotDetails } from './shape.ts';

export const form = {
  label: 'Portrait with text',
  help: 'A person’s picture next to text about them.',
  menu: { group: 'people', position: 3 },
  editedIn: 'panel',
  properties: {
    image: portrait,
    ...person,
    body,
    ...contact,
    alignment: { label: 'Portrait side', options: { Left: 'Left', Right: 'Right' } },
  },
} satisfies FormOf<HeadshotDetails>;
