import { z } from 'zod/mini';
import { Callout } from '@portico/kinds/components/callout/shape';
import { GalleryImage } from '@portico/kinds/components/image-gallery/shape';
import { ComponentId } from '@portico/kinds/contentBase';
import { NotificationBanner } from '@portico/kinds/items/home/schemas';
import { endpoint } from './base/endpoint.ts';
import { EventSummary } from './events.ts';
import { NewsSummary } from './news.ts';

export const HOME_NEWS_COUNT = 5;
export const HOME_EVENT_COUNT = 4;
/** A visit to the dashboard ends when it is not opened again within this time. */
export const HOME_VISIT_MINUTES = 30;
/** On a first visit, news of this many days counts as new. */
export const FIRST_VISIT_DAYS = 2;

/**
 * The dashboard: callouts and carousel of the current home page, the newest news (the first item leads), the next
 * events.
 */
export const Home = z.object({
  /** Null when there is no banner or the person has closed it. */
  notificationBanner: z.nullable(NotificationBanner),
  callouts: z.array(Callout),
  carousel: z.array(GalleryImage),
  news: z.array(NewsSummary),
  events: z.array(EventSummary),
  /** End of the reader's previous visit. Anything published later is new to them. */
  newSince: z.iso.datetime(),
});
export type Home = z.infer<typeof Home>;

export const getHome = endpoint({
  method: 'GET',
  path: '/api/v1/home',
  summary: 'What the dashboard shows',
  response: Home,
});
export const previewHome = endpoint({
  method: 'GET',
  path: '/api/v1/home/preview',
  summary: 'What the dashboard would show if its draft were published',
  access: 'studio',
  isHidden: true,
  response: Home,
});

/** Opening the dashboard again within `HOME_VISIT_MINUTES` continues the visit, so items stay marked as new. */
export const noteHomeVisit = endpoint({
  method: 'PUT',
  path: '/api/v1/home/visit',
  summary: 'Records that the person opened the dashboard',
});

const BannerParams = z.object({ notificationBannerId: ComponentId });
export const closeNotificationBanner = endpoint({
  method: 'PUT',
  path: '/api/v1/notification-banner/:notificationBannerId/close',
  summary: 'Closes the banner of the dashboard for the person',
  params: BannerParams,
});
/** Changes nothing: the preview keeps showing the banner. */
export const closeNotificationBannerPreview = endpoint({
  method: 'PUT',
  path: '/api/v1/notification-banner/:notificationBannerId/close/preview',
  summary: 'Simulates closing the banner of the draft',
  access: 'studio',
  isHidden: true,
  params: BannerParams,
});
