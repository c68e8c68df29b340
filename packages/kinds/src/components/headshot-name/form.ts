import { person, portrait } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { HeadshotName } from './shape.ts';

export const form = {
  label: 'Portrait',
  help: 'A person’s picture, name and role.',
  menu: { group: 'people', position: 2 },
  editedIn: 'panel',
  properties: { image: portrait, ...person },
} satisfies FormOf<HeadshotName>;
