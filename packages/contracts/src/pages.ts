import { z } from 'zod/mini';
import { ComponentTree } from '@portico/kinds/content';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { choiceOf } from '@portico/kinds/fieldSchemas';
import { endpoint } from './base/endpoint.ts';
import { RevisionId } from './base/revisionId.ts';
import { ImageRef } from '@portico/kinds/media';

export const ContentPagePath = choiceOf(contentPagePaths);
export type ContentPagePath = z.infer<typeof ContentPagePath>;

export const ContentPage = z.object({
  id: z.uuid(),
  /** Current path of the page. Differs from the requested path when the page has moved. */
  path: ContentPagePath,
  header: z.string(),
  description: z.string(),
  image: z.nullable(ImageRef),
  publishedAt: z.iso.datetime(),
  revisionId: RevisionId,
  components: ComponentTree,
});
export type ContentPage = z.infer<typeof ContentPage>;

const PageQuery = z.object({ path: ContentPagePath });

export const getContentPage = endpoint({
  method: 'GET',
  path: '/api/v1/pages',
  summary: 'The content page at a portal path',
  query: PageQuery,
  response: ContentPage,
});
export const previewContentPage = endpoint({
  method: 'GET',
  path: '/api/v1/pages/preview',
  summary: 'The draft of the content page at a portal path',
  access: 'studio',
  isHidden: true,
  query: PageQuery,
  response: ContentPage,
});
