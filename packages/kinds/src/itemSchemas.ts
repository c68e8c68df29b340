import type { z } from 'zod/mini';
import { draftShape, shapeOf, type CustomSchemas } from './base/fieldSchemas.ts';
import { fields, fieldsOf, type ItemKind, type CustomFieldName } from './items.ts';
import { schemas as shared } from './items/sharedSchemas.ts';
import { schemas as event } from './items/event/schemas.ts';
import { schemas as document } from './items/document/schemas.ts';
import { schemas as home } from './items/home/schemas.ts';

/** The schemas of the fields with a shape of their own. */
export const ownSchemas = { ...shared, ...event, ...document, ...home } satisfies Record<
  CustomFieldName,
  CustomSchemas
>;

/** The schemas of all fields, of whatever kind, in drafts. */
export const draftFields = draftShape(fields, ownSchemas);

/** The schemas of the fields of a kind in published revisions. Revisions of every kind have all columns. */
export const completeFields = (kind: ItemKind): Record<string, z.ZodMiniType> =>
  shapeOf(fields, ownSchemas, 'complete', (name, { isColumn }) => isColumn === true || name in fieldsOf[kind]);
