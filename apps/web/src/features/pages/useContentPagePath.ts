import { type ContentPagePath, contentPagePaths } from '@portico/contracts/pages';
import { useMatches } from '@tanstack/react-router';

/** Path of the content page that is open, also when its preview is. Throws on any other route. */
export function useContentPagePath(): ContentPagePath {
  const opened = useMatches().at(-1)?.staticData.page?.path;
  const path = contentPagePaths.find((known) => opened === known || opened === `${known}/preview`);
  if (!path) throw new Error(`${opened} is no content page.`);
  return path;
}
