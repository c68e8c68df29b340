import type { ItemFormOf } from '../../properties/itemForm.ts';
import * as shared from '../sharedForm.ts';
import type { fields } from './shape.ts';

export const form = {
  ...shared.first,
  department: shared.department,
  owner: { label: 'Owner', help: 'Who answers questions about it, as readers see it.' },
  reviewedAt: { label: 'Last reviewed' },
  categories: shared.categories,
  image: shared.image,
  ...shared.last,
} satisfies ItemFormOf<typeof fields>;
