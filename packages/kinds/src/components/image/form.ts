import { picture, size } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Image } from './shape.ts';

export const form = {
  label: 'Picture',
  help: 'One picture with a caption.',
  menu: { group: 'media', position: 1 },
  editedIn: 'page',
  properties: {
    image: picture,
    caption: { label: 'Caption', isLong: true },
    size,
    alignment: { label: 'Position', options: { Left: 'Left', Center: 'Center', Right: 'Right' } },
  },
} satisfies FormOf<Image>;
