import type { FormOf } from '../../properties/form.ts';
import type { Header } from './shape.ts';

export const form = {
  label: 'Heading',
  help: 'A title over a section of the page.',
  menu: { group: 'text', position: 2 },
  editedIn: 'page',
  properties: {
    text: { label: 'Heading' },
    level: {
      label: 'Level',
      help: '2 is a main section of the page; 3 and 4 are subsections. Don’t skip a level.',
    },
  },
} satisfies FormOf<Header>;
