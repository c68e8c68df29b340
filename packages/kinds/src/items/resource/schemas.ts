import type { OwnSchemasOf } from '../../base/fieldSchemas.ts';
import * as shared from '../sharedSchemas.ts';
import type { fields } from './shape.ts';

export const schemas = {
  ...shared.schemas,
  categories: shared.categories,
  image: shared.image,
} satisfies OwnSchemasOf<typeof fields>;
