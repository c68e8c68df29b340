import { link, picture, shortText, size, title } from '../../properties/common.ts';
import type { FormOf } from '../../properties/form.ts';
import type { Tile } from './shape.ts';

export const form = {
  label: 'Tile',
  help: 'A card with a picture and a link. Neighboring tiles form a grid.',
  menu: { group: 'layout', position: 3 },
  editedIn: 'panel',
  properties: { title, text: shortText, image: picture, link, size },
} satisfies FormOf<Tile>;
