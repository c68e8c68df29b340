import type { ContentComponent } from '@portico/contracts/content';

const silent = new Set([
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

/** The words of a component, without its settings. */
export function wordsOf(component: ContentComponent | null): string {
  return allWords(Object.fromEntries(Object.entries(component ?? {}).filter(([, value]) => !isSetting(value))));
}

/** Settings of a component that differ between two versions, such as the level of a heading. */
export function changedSettings(
  before: ContentComponent | null,
  after: ContentComponent | null,
): Array<{ name: string; before: unknown; after: unknown }> {
  if (!before || !after) return [];
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !silent.has(name) && (isSetting(old.get(name)) || isSetting(now.get(name))))
    .map((name) => ({ name, before: old.get(name), after: now.get(name) }))
    .filter((setting) => setting.before !== setting.after);
}

/** Every word in a value, in order, without names and ids: what people compare. */
export function allWords(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value
      .map(allWords)
      .filter((text) => text !== '')
      .join(' ');
  return Object.entries(value)
    .filter(([name]) => !silent.has(name))
    .map(([, each]) => allWords(each))
    .filter((text) => text !== '')
    .join(' ');
}
