import type { ContentComponent } from '@portico/contracts/content';
import { plainInline, plainText } from '@portico/contracts/plainText';

const MAX = 60;

/** The first words of a component, for outlines and announcements; empty when it has none. */
export function excerpt(component: ContentComponent): string {
  const words = wordsOf(component).replaceAll(/\s+/g, ' ').trim();
  return words.length > MAX ? `${words.slice(0, MAX - 1).trimEnd()}…` : words;
}

function wordsOf(component: ContentComponent): string {
  if ('body' in component && component.body) return titleOf(component) || plainText(component.body);
  if (component.type === 'BulletedList') return joined(component.items.map(({ content }) => plainInline(content)));
  if (component.type === 'Table') return component.caption ?? joined(component.header.map(plainInline));
  if (component.type === 'Checklist')
    return component.title ?? joined(component.items.map(({ content }) => plainInline(content)));
  if (component.type === 'Image') return component.caption ?? component.image?.alt ?? '';
  return titleOf(component);
}

const joined = (texts: string[]): string => texts.filter((text) => text.trim() !== '').join(' · ');

function titleOf(component: ContentComponent): string {
  for (const name of ['title', 'text', 'name', 'label', 'caption'] as const) {
    const value = (component as Partial<Record<typeof name, unknown>>)[name];
    if (typeof value === 'string') return value;
  }
  return '';
}
