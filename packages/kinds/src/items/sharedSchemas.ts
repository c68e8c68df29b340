import { z } from 'zod/mini';
import { AdvisorType } from '../base/advisorType.ts';
import { AudienceRule } from '../base/audience.ts';
import { nonEmptyText } from '../base/contentBase.ts';
import { always, draftText } from '../base/fieldSchemas.ts';
import { Category, MAX_CATEGORIES, MAX_DESCRIPTION, MAX_TITLE } from '../base/itemParts.ts';
import { ImageRef } from '../base/media.ts';

/** Of the fields that several kinds have. */
export const schemas = {
  header: { draft: draftText(MAX_TITLE), complete: nonEmptyText(MAX_TITLE) },
  description: { draft: draftText(MAX_DESCRIPTION), complete: z.string().check(z.maxLength(MAX_DESCRIPTION)) },
  audience: always(z.array(AdvisorType)),
  audienceRule: always(AudienceRule),
  categories: always(z.array(Category).check(z.maxLength(MAX_CATEGORIES))),
  image: always(z.nullable(ImageRef)),
};
