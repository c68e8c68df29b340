import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  file: { label: 'File', control: 'file' },
  department: shared.department,
  categories: shared.categories,
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
