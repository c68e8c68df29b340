import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  path: { label: 'Address', control: 'path' },
  image: shared.image,
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
