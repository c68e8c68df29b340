import type { ExampleOf, ItemFields } from '../../base/itemFields.ts';
import * as shared from '../sharedFields.ts';

export const fields = {
  ...shared.fields,
  categories: shared.categories,
  department: shared.department,
  file: { is: 'custom', blank: null, words: 'none' },
} as const satisfies ItemFields;

export const example = {
  ...shared.example,
  file: { fileId: '6f9b1d4e-0000-4000-8000-000000000002', fileName: 'rates.txt', format: 'TXT', bytes: 5 },
} satisfies ExampleOf<typeof fields>;
