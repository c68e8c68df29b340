import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import { contentPagePaths } from '../../base/contentPagePaths.ts';
import * as shared from '../sharedFields.ts';

export const fields = {
  ...shared.fields,
  image: shared.image,
  path: { is: 'choice', options: contentPagePaths, blank: null, isInEveryRevision: true },
} as const satisfies ItemFields;

export const example = { ...shared.example, path: '/onboarding' } satisfies ExampleOf<typeof fields>;
