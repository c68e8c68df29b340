import { contact, link, person } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { ContactLink } from './shape.ts';

export const form = {
  label: 'Contact',
  help: 'A person’s email address and phone number.',
  menu: { group: 'people', position: 1 },
  editedIn: 'panel',
  properties: { ...person, ...contact, link },
} satisfies FormOf<ContactLink>;
