import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';

export const fields = {
  ...shared.fields,
  image: shared.image,
  path: { is: 'own', blank: null, words: 'none' },
} as const satisfies ItemFields;

export const example = { ...shared.example, path: '/onboarding' } satisfies ExampleOf<typeof fields>;
