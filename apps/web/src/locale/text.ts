import type dashboard from '../../public/locales/en/dashboard.json';
import type events from '../../public/locales/en/events.json';
import type news from '../../public/locales/en/news.json';
import type shared from '../../public/locales/en/shared.json';
import type widgets from '../../public/locales/en/widgets.json';

interface Bundles {
  news: typeof news;
  events: typeof events;
  shared: typeof shared;
  dashboard: typeof dashboard;
  widgets: typeof widgets;
}

export type BundleName = keyof Bundles;
/** The texts of a bundle by their keys. What stands in braces is put in; `key_one` and `key_other` are one text, by `count`. */
export type Bundle = Record<string, string>;

type KeyOf<Name extends string> = Name extends `${infer Key}_one` | `${infer Key}_other` ? Key : Name;

/** `events.register`: a bundle and a key of it. */
export type TextKey = { [Name in BundleName]: `${Name}.${KeyOf<keyof Bundles[Name] & string>}` }[BundleName];

const bundles = new Map<string, Bundle>();
const plurals = new Intl.PluralRules('en');

export function addTexts(name: BundleName, texts: Bundle): void {
  bundles.set(name, texts);
}

/** A text of the chosen language, with `values` put in. Texts are there before anything is drawn; one that is missing shows as its key. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const [name = '', ...rest] = key.split('.');
  const known = bundles.get(name);
  const own = rest.join('.');
  const found =
    known?.[own] ?? known?.[`${own}_${plurals.select(Number(values['count'] ?? 0))}`] ?? known?.[`${own}_other`] ?? key;
  return found.replace(/\{(\w+)\}/g, (place, value: string) => String(values[value] ?? place));
}
