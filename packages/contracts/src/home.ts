import { z } from 'zod/mini';
import { Callout, GalleryImage } from './content.ts';
import { endpoint } from './endpoint.ts';
import { EventSummary } from './events.ts';
import { NewsSummary } from './news.ts';

export const HOME_NEWS_COUNT = 5;
export const HOME_EVENT_COUNT = 4;

/** The dashboard: callouts and carousel of the home page in force, the newest news (the first one leads), the next events. */
export const Home = z.object({
  callouts: z.array(Callout),
  carousel: z.array(GalleryImage),
  news: z.array(NewsSummary),
  events: z.array(EventSummary),
});
export type Home = z.infer<typeof Home>;

export const getHome = endpoint({
  method: 'GET', path: '/api/v1/home', summary: 'What the dashboard shows', response: Home,
});
export const previewHome = endpoint({
  method: 'GET', path: '/api/v1/home/preview', summary: 'What the dashboard would show with its draft', access: 'editor', isHidden: true, response: Home,
});
