import type { QueryClient } from '@tanstack/react-query';
import type { StartTextKey } from '../locale/text.ts';
import type { PageModule } from './loadPage.ts';
import type { SearchParams } from './searchParams.ts';

/** What a page is opened with. */
export interface PageAddress {
  path: string;
  params: Record<string, string>;
  search: SearchParams;
}

/** Starts loading what a page shows; resolves once it is there, and never fails: the page shows what went wrong. */
export type Prepare = (cache: QueryClient, address: PageAddress) => Promise<unknown>;

/** One row of the route table: everything about a page but its code. */
export interface PageRoute {
  /** `/news/$newsId`. */
  path: string;
  /** For breadcrumbs: the text that names the page as long as it says nothing closer itself. */
  title: StartTextKey;
  /** Comes right below the dashboard in breadcrumbs, whatever its address begins with. */
  isTopLevel?: boolean;
  /** Only for people who are signed in. */
  private: boolean;
  /** `portal` has the sidebar and the bars around the page, `bare` nothing. */
  layout: 'portal' | 'bare';
  topBar: boolean;
  searchBar: boolean;
  /** The foot of the page, with its pagination, stays in view. */
  stickyFooter: boolean;
  /** False for an address that this page refuses: "Page Not Found: {path}", status 404. */
  validate?: (params: Record<string, string>) => boolean;
  /** Starts loading what the page shows, while its code is on the way. */
  prepare?: Prepare;
  page: () => Promise<PageModule>;
}
