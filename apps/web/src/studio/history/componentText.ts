import { shellOf, type ContentComponent } from '@portico/kinds/content';
import { mapTexts, textsOf } from '@portico/kinds/texts';

/** Nobody compares these. */
const ignored = new Set(['id', 'type', 'widths', 'width', 'height', 'formId', 'documentId', 'bytes']);

/** The texts of a component as its shape lists them, without those of nested components. */
export const textOf = (component: ContentComponent | null): string =>
  component === null ? '' : inOneLine(textsOf(component));

type Setting = string | number | boolean;

/** Everything else in a component, such as the level of a heading; a property has a value for each entry of a list. */
function settingsOf(component: ContentComponent): Map<string, Setting[]> {
  const settings = new Map<string, Setting[]>();
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) value.forEach((entry) => visit(entry, path));
    else if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value))
        if (!ignored.has(name)) visit(each, path === '' ? name : `${path}.${name}`);
    } else if (typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value !== ''))
      settings.set(path, [...(settings.get(path) ?? []), value]);
  };
  visit(mapTexts(shellOf(component), { line: () => '', inline: () => [] }), '');
  return settings;
}

/**
 * Settings that differ between two versions of a component, by the path of their property. Of an added or removed
 * component, only those in words, such as the address of a link.
 */
export function changedSettings(
  before: ContentComponent | null,
  after: ContentComponent | null,
): Array<{ name: string; before: Setting[]; after: Setting[] }> {
  const [old, now] = [before, after].map((component) =>
    component ? settingsOf(component) : new Map<string, Setting[]>(),
  );
  return [...new Set([...old!.keys(), ...now!.keys()])]
    .map((name) => ({ name, before: old!.get(name) ?? [], after: now!.get(name) ?? [] }))
    .filter((setting) => setting.before.join('\n') !== setting.after.join('\n'))
    .filter(
      (setting) =>
        (before && after) || [...setting.before, ...setting.after].some((value) => typeof value === 'string'),
    );
}

const inOneLine = (texts: string[]): string => texts.filter((text) => text !== '').join(' ');

/** All text in the value of a field, in order, without property names and ids, for people to compare. */
export function textIn(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return inOneLine(value.map(textIn));
  const parts = Object.entries(value).filter(([name]) => !ignored.has(name));
  return inOneLine(parts.map(([, each]) => textIn(each)));
}
