import { link, picture, shortText, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { ImageGallery } from './shape.ts';

export const form = {
  label: 'Picture gallery',
  help: 'Several pictures that open full size.',
  menu: { group: 'media', position: 2 },
  editedIn: 'panel',
  properties: {
    images: {
      label: 'Pictures',
      add: 'Add a picture',
      entry: (number) => `Picture ${number}`,
      create: async (pickers) => {
        const image = await pickers.picture?.();
        return image && { image };
      },
      properties: { image: picture, title, text: shortText, link },
    },
  },
} satisfies FormOf<ImageGallery>;
