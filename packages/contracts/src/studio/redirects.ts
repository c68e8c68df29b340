import { z } from 'zod/mini';
import { endpoint } from '../base/endpoint.ts';
import { ContentPagePath } from '../pages.ts';

/**
 * A former address of a page. It redirects to the page until the redirect is removed or another page uses the address.
 */
export const Redirect = z.object({
  id: z.uuid(),
  from: z.string(),
  /** Current target; null while the page is not published. */
  to: z.nullable(z.string()),
  itemId: z.uuid(),
  title: z.string(),
  createdAt: z.iso.datetime(),
  createdBy: z.nullable(z.string()),
});
export type Redirect = z.infer<typeof Redirect>;

const studio = { access: 'studio', isHidden: true } as const;

export const listRedirects = endpoint({
  method: 'GET',
  path: '/api/v1/studio/redirects',
  summary: 'Former addresses of pages',
  ...studio,
  response: z.object({
    items: z.array(Redirect),
    /** The published pages that the caller may redirect to, by path. */
    pages: z.array(z.object({ itemId: z.uuid(), path: ContentPagePath, title: z.string() })),
    /** Addresses that nothing has: no published page, and no redirect. */
    freePaths: z.array(ContentPagePath),
  }),
});
/** `conflict` if a page or another redirect has the address, or the page is no longer published. */
export const addRedirect = endpoint({
  method: 'POST',
  path: '/api/v1/studio/redirects',
  summary: 'Redirects a free address to a published page',
  ...studio,
  body: z.object({ from: ContentPagePath, itemId: z.uuid() }),
});
export const removeRedirect = endpoint({
  method: 'DELETE',
  path: '/api/v1/studio/redirects/:redirectId',
  summary: 'Removes a redirect, so that its address no longer works',
  ...studio,
  params: z.object({ redirectId: z.uuid() }),
});
