import type { ContentComponent } from '@portico/kinds/content';

const ignored = new Set([
  'id',
  'type',
  'components',
  'columns',
  'widths',
  'width',
  'height',
  'formId',
  'documentId',
  'bytes',
  'marks',
]);

const isSetting = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

/** The text of a component, without its settings. */
export function textOf(component: ContentComponent | null): string {
  return textIn(Object.fromEntries(Object.entries(component ?? {}).filter(([, value]) => !isSetting(value))));
}

/** Settings of a component that differ between two versions, such as the level of a heading. */
export function changedSettings(
  before: ContentComponent | null,
  after: ContentComponent | null,
): Array<{ name: string; before: unknown; after: unknown }> {
  if (!before || !after) return [];
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !ignored.has(name) && (isSetting(old.get(name)) || isSetting(now.get(name))))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((setting) => setting.before !== setting.after);
}

/** All text in a value, in order, without property names and ids, for people to compare. */
export function textIn(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map(textIn)
      .filter((text) => text !== '')
      .join(' ');
  return Object.entries(value)
    .filter(([name]) => !ignored.has(name))
    .map(([, each]) => textIn(each))
    .filter((text) => text !== '')
    .join(' ');
}
