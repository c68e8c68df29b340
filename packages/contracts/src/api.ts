import { listEventCategories, listNewsCategories } from './categories.ts';
import type { Endpoint } from './endpoint.ts';
import { getEvent, inviteMe, listCalendarEvents, listPastEvents, listUpcomingEvents, previewEvent, setRegistration } from './events.ts';
import { createFeeds, getFeeds, revokeFeeds } from './feeds.ts';
import { getHome } from './home.ts';
import { getMenu } from './menu.ts';
import { getNewsItem, listNews } from './news.ts';
import { getCurrentUser } from './users.ts';
import { getVersion } from './version.ts';

/** Every call of the API by its operation name. The server refuses to start when a route is missing or not listed here. */
export const api = {
  createFeeds, getFeeds, inviteMe, listCalendarEvents, listEventCategories, listPastEvents, listUpcomingEvents, previewEvent, revokeFeeds, setRegistration,
  getCurrentUser, getEvent, getHome, getMenu, getNewsItem, getVersion, listNews, listNewsCategories,
} satisfies Record<string, Endpoint>;
