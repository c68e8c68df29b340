import { type ContentPagePath, contentPagePaths } from '@portico/contracts/pages';
import { useMatches } from '@tanstack/react-router';

/** Path of the current content page. Throws on any other route. */
export function useContentPagePath(): ContentPagePath {
  const opened = useMatches().at(-1)?.staticData.page?.path;
  const path = contentPagePaths.find((known) => opened === known);
  if (!path) throw new Error(`${opened} is not a content page.`);
  return path;
}
