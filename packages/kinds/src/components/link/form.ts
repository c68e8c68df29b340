import { description, linkTarget } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Link } from './shape.ts';

export const form = {
  label: 'Link',
  help: 'A link on its own line, with a description.',
  menu: { group: 'text', position: 6 },
  editedIn: 'page',
  properties: { ...linkTarget, description },
} satisfies FormOf<Link>;
