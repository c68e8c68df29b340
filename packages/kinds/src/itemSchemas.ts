import type { z } from 'zod/mini';
import { completeShape, draftShape, type OwnSchemasOf } from './base/fieldSchemas.ts';
import { fields, fieldsOf, type FieldName, type ItemKind } from './items.ts';
import { schemas as news } from './items/news/schemas.ts';
import { schemas as event } from './items/event/schemas.ts';
import { schemas as resource } from './items/resource/schemas.ts';
import { schemas as document } from './items/document/schemas.ts';
import { schemas as page } from './items/page/schemas.ts';
import { schemas as home } from './items/home/schemas.ts';

/** The schemas of the fields with a shape of their own. */
export const schemasOf = { news, event, resource, document, page, home } satisfies {
  [Kind in ItemKind]: OwnSchemasOf<(typeof fieldsOf)[Kind]>;
};

const all = { ...news, ...event, ...resource, ...document, ...page, ...home };

/** The schemas of all fields, of whatever kind, in drafts. */
export const draftFields = draftShape(fields, all);

/** The schemas of the fields of a kind in published revisions. Revisions of every kind have all columns. */
export const completeFields = (kind: ItemKind): Record<string, z.ZodMiniType> =>
  Object.fromEntries(
    Object.entries(completeShape(fields, all)).filter(
      ([name]) => name in fieldsOf[kind] || 'isColumn' in fields[name as FieldName],
    ),
  );
