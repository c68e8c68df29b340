import dashboard from '../../public/locales/en/dashboard.json';
import events from '../../public/locales/en/events.json';
import news from '../../public/locales/en/news.json';
import shared from '../../public/locales/en/shared.json';
import widgets from '../../public/locales/en/widgets.json';
import type { Bundle, BundleName } from './text.ts';

/** The English texts as part of the program: fetched only when the files of the chosen language are not to be had. */
export const builtInTexts: Record<BundleName, Bundle> = { dashboard, events, news, shared, widgets };
