/**
 * Texts by key. `{day}` is a placeholder for the value `day`. `spots_one` and `spots_other` are forms of one text,
 * selected by the value `count`.
 */
export type Texts = Readonly<Record<string, string>>;
export type TextValues = Readonly<Record<string, string | number>>;

/** The keys of a bundle: `spots_one` and `spots_other` make the key `spots`. */
export type KeyOf<Bundle> = WithoutForm<keyof Bundle & string>;
type WithoutForm<Key extends string> = Key extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : Key;

const plurals = new Intl.PluralRules('en');

/** The text with its values filled in, or undefined if the bundle has no such key. */
export function findText(texts: Texts, key: string, values: TextValues = {}): string | undefined {
  const form = plurals.select(Number(values['count'] ?? 0));
  const text = texts[key] ?? texts[`${key}_${form}`] ?? texts[`${key}_other`];
  return text?.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/**
 * Creates a `t` for a package that can't wait for the portal to load its texts: the bundle is imported at build time.
 * `export const t = builtInTexts(sidebar)`, then `t('openMenu')`. Source: docs/decisions/0050.
 */
export function builtInTexts<Bundle extends Texts>(
  bundle: Bundle,
): (key: KeyOf<Bundle>, values?: TextValues) => string {
  return (key, values) => findText(bundle, key, values) ?? key;
}
