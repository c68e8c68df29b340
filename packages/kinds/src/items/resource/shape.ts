import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';

/** Of the person or team that is responsible for a resource. */
const MAX_OWNER = 200;

export const fields = {
  ...shared.fields,
  categories: shared.categories,
  image: shared.image,
  department: shared.department,
  owner: { is: 'text', maxLength: MAX_OWNER, words: 'address', shownOn: 'page' },
  /** When someone last confirmed that the content is still correct. */
  reviewedAt: { is: 'instant', shownOn: 'card' },
} as const satisfies ItemFields;

export const example = {
  ...shared.example,
  owner: 'Lee Park',
  reviewedAt: '2026-01-15T00:00:00.000Z',
} satisfies ExampleOf<typeof fields>;
