import type { QueryClient } from '@tanstack/react-query';
import type { StartTextKey } from '../locale/text.ts';
import type { PageModule } from './loadPage.ts';
import type { SearchParams } from './searchParams.ts';

/** The address of an open page. */
export interface PageAddress {
  path: string;
  params: Record<string, string>;
  search: SearchParams;
}

/** Starts loading a page's data. Resolves when it has loaded and never rejects, because the page shows errors. */
export type Prepare = (cache: QueryClient, address: PageAddress) => Promise<unknown>;

/** One row of the route table: everything about a page except its code. */
export interface PageRoute {
  /** `/news/$newsId`. */
  path: string;
  /** For breadcrumbs: the page's name until the page sets a specific title. */
  title: StartTextKey;
  /** In breadcrumbs, the page is directly below the dashboard, whatever its path. */
  isTopLevel?: boolean;
  /** Only for signed-in users. */
  private: boolean;
  /** `portal` has the sidebar and the bars around the page, `bare` has neither. */
  layout: 'portal' | 'bare';
  topBar: boolean;
  searchBar: boolean;
  /** The page's footer, with its pagination, stays in view. */
  stickyFooter: boolean;
  /** Returns false for an invalid address: "Page Not Found: {path}", status 404. */
  validate?: (params: Record<string, string>) => boolean;
  /** Starts loading the page's data while its code loads. */
  prepare?: Prepare;
  page: () => Promise<PageModule>;
}
