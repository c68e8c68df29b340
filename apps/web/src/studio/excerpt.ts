import type { ContentComponent } from '@portico/kinds/content';
import { plainInline, plainText } from '@portico/kinds/plainText';

const MAX_LENGTH = 60;

/** The beginning of a component's text, for outlines and announcements; empty if it has no text. */
export function excerpt(component: ContentComponent): string {
  const text = textOf(component).replaceAll(/\s+/g, ' ').trim();
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).trimEnd()}…` : text;
}

function textOf(component: ContentComponent): string {
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
