import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';

export const fields = {
  ...shared.fields,
  categories: shared.categories,
  image: shared.image,
} as const satisfies ItemFields;

export const example = shared.example satisfies ExampleOf<typeof fields>;
