import type { Texts } from '@portico/ui/findText';
import acting from '../../public/locales/en/acting.json';
import admin from '../../public/locales/en/admin.json';
import applications from '../../public/locales/en/applications.json';
import audit from '../../public/locales/en/audit.json';
import audience from '../../public/locales/en/audience.json';
import checkIn from '../../public/locales/en/checkIn.json';
import credits from '../../public/locales/en/credits.json';
import dashboard from '../../public/locales/en/dashboard.json';
import desk from '../../public/locales/en/desk.json';
import documents from '../../public/locales/en/documents.json';
import duties from '../../public/locales/en/duties.json';
import events from '../../public/locales/en/events.json';
import forms from '../../public/locales/en/forms.json';
import formsDesk from '../../public/locales/en/formsDesk.json';
import news from '../../public/locales/en/news.json';
import notifications from '../../public/locales/en/notifications.json';
import pages from '../../public/locales/en/pages.json';
import owners from '../../public/locales/en/owners.json';
import overview from '../../public/locales/en/overview.json';
import people from '../../public/locales/en/people.json';
import filing from '../../public/locales/en/filing.json';
import mediaDesk from '../../public/locales/en/mediaDesk.json';
import homeDesk from '../../public/locales/en/homeDesk.json';
import menuDesk from '../../public/locales/en/menuDesk.json';
import releases from '../../public/locales/en/releases.json';
import resources from '../../public/locales/en/resources.json';
import search from '../../public/locales/en/search.json';
import searchDesk from '../../public/locales/en/searchDesk.json';
import series from '../../public/locales/en/series.json';
import shared from '../../public/locales/en/shared.json';
import studio from '../../public/locales/en/studio.json';
import watching from '../../public/locales/en/watching.json';
import widgets from '../../public/locales/en/widgets.json';
import type { BundleName } from './text.ts';

/** The English texts as code, loaded only when a text file can't be. */
export const builtInTexts: Record<BundleName, Texts> = {
  acting,
  admin,
  applications,
  audience,
  audit,
  checkIn,
  credits,
  dashboard,
  desk,
  documents,
  duties,
  events,
  forms,
  formsDesk,
  news,
  notifications,
  pages,
  people,
  filing,
  mediaDesk,
  overview,
  owners,
  searchDesk,
  homeDesk,
  menuDesk,
  releases,
  resources,
  search,
  series,
  shared,
  studio,
  watching,
  widgets,
};
