import { findText, type KeyOf, type Texts, type TextValues } from '@portico/ui/findText';
import type acting from '../../public/locales/en/acting.json';
import type admin from '../../public/locales/en/admin.json';
import type applications from '../../public/locales/en/applications.json';
import type audit from '../../public/locales/en/audit.json';
import type audience from '../../public/locales/en/audience.json';
import type checkIn from '../../public/locales/en/checkIn.json';
import type credits from '../../public/locales/en/credits.json';
import type dashboard from '../../public/locales/en/dashboard.json';
import type desk from '../../public/locales/en/desk.json';
import type documents from '../../public/locales/en/documents.json';
import type duties from '../../public/locales/en/duties.json';
import type events from '../../public/locales/en/events.json';
import type forms from '../../public/locales/en/forms.json';
import type formsDesk from '../../public/locales/en/formsDesk.json';
import type news from '../../public/locales/en/news.json';
import type notifications from '../../public/locales/en/notifications.json';
import type pages from '../../public/locales/en/pages.json';
import type owners from '../../public/locales/en/owners.json';
import type overview from '../../public/locales/en/overview.json';
import type people from '../../public/locales/en/people.json';
import type filing from '../../public/locales/en/filing.json';
import type homeDesk from '../../public/locales/en/homeDesk.json';
import type mediaDesk from '../../public/locales/en/mediaDesk.json';
import type menuDesk from '../../public/locales/en/menuDesk.json';
import type releases from '../../public/locales/en/releases.json';
import type resources from '../../public/locales/en/resources.json';
import type search from '../../public/locales/en/search.json';
import type searchDesk from '../../public/locales/en/searchDesk.json';
import type series from '../../public/locales/en/series.json';
import type shared from '../../public/locales/en/shared.json';
import type studio from '../../public/locales/en/studio.json';
import type watching from '../../public/locales/en/watching.json';
import type widgets from '../../public/locales/en/widgets.json';

/*
 * Every text that people read is in public/locales/en, one file ("bundle") per feature; code refers to a text by its
 * key. To add a bundle: write its file, add it to one of the interfaces below and to builtInTexts.ts, and name it where
 * its code is loaded: `withTexts(['forms'], () => import('./features/forms/…'))`. A test finds unused texts and texts
 * that are used without being loaded. Packages that other pages embed import their bundle instead; see `builtInTexts`
 * in @portico/ui/findText. Source: docs/decisions/0050.
 */

/** Loaded before anything is rendered. The shell and all route titles use these texts. Source: spec §7. */
interface StartBundles {
  news: typeof news;
  events: typeof events;
  shared: typeof shared;
  dashboard: typeof dashboard;
  widgets: typeof widgets;
}

/** Loaded together with the code that needs them. */
interface FeatureBundles {
  acting: typeof acting;
  admin: typeof admin;
  applications: typeof applications;
  audience: typeof audience;
  audit: typeof audit;
  checkIn: typeof checkIn;
  credits: typeof credits;
  desk: typeof desk;
  documents: typeof documents;
  duties: typeof duties;
  filing: typeof filing;
  overview: typeof overview;
  owners: typeof owners;
  searchDesk: typeof searchDesk;
  forms: typeof forms;
  formsDesk: typeof formsDesk;
  notifications: typeof notifications;
  pages: typeof pages;
  homeDesk: typeof homeDesk;
  mediaDesk: typeof mediaDesk;
  people: typeof people;
  menuDesk: typeof menuDesk;
  releases: typeof releases;
  resources: typeof resources;
  search: typeof search;
  series: typeof series;
  studio: typeof studio;
  watching: typeof watching;
}

interface Bundles extends StartBundles, FeatureBundles {}

export type StartBundleName = keyof StartBundles;
export type FeatureBundleName = keyof FeatureBundles;
export type BundleName = keyof Bundles;

type KeyIn<Name extends BundleName> = { [Each in Name]: `${Each}.${KeyOf<Bundles[Each]>}` }[Name];
/** `events.register`: a bundle and one of its keys. */
export type TextKey = KeyIn<BundleName>;
/** The key of a text that is loaded on every page. */
export type StartTextKey = KeyIn<StartBundleName>;

const bundles = new Map<string, Texts>();

export function addTexts(name: BundleName, texts: Texts): void {
  bundles.set(name, texts);
}

export const hasTexts = (name: BundleName): boolean => bundles.has(name);

/** A text in the chosen language with `values` filled in; the key itself if there is no such text. */
export function t(key: TextKey, values?: TextValues): string {
  const dot = key.indexOf('.');
  return findText(bundles.get(key.slice(0, dot)) ?? {}, key.slice(dot + 1), values) ?? key;
}
