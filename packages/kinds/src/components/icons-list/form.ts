import { entries, link, shortText, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { IconsList } from './shape.ts';

export const form = {
  label: 'List with icons',
  help: 'Short items, each with an icon.',
  menu: { group: 'layout', position: 4 },
  editedIn: 'panel',
  properties: {
    items: {
      ...entries,
      create: () => ({ icon: 'Check', title: '' }),
      properties: {
        icon: {
          label: 'Icon',
          options: {
            Calendar: 'Calendar',
            Chart: 'Chart',
            Check: 'Check mark',
            Clock: 'Clock',
            Document: 'Document',
            Flag: 'Flag',
            Globe: 'Globe',
            Handshake: 'Handshake',
            Home: 'House',
            Key: 'Key',
            Lightbulb: 'Lightbulb',
            Lock: 'Lock',
            Mail: 'Envelope',
            Money: 'Money',
            People: 'People',
            Phone: 'Phone',
            Scale: 'Scales',
            Shield: 'Shield',
            Star: 'Star',
            Warning: 'Warning',
          },
        },
        title,
        text: shortText,
        link,
      },
    },
  },
} satisfies FormOf<IconsList>;
