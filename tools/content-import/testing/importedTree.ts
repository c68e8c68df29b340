import type { ContentComponent } from '@portico/kinds/content';
import type { ListItem } from '@portico/kinds/parts';
import { plainInline, plainText } from '@portico/kinds/plainText';
import { componentTree } from '../markup/componentTree.ts';

export const tree = (markdown: string) => componentTree(markdown, 'item-1').components;

const listWords = (items: ListItem[]): string[] =>
  items.flatMap((item) => [plainInline(item.content), ...listWords(item.items ?? [])]);

export function wordsOf(component: ContentComponent): string[] {
  switch (component.type) {
    case 'Header':
    case 'Link':
      return [component.text];
    case 'BodyText':
      return [plainText(component.body)];
    case 'Quote':
      return [plainText(component.body), component.attribution ?? ''];
    case 'BulletedList':
      return listWords(component.items);
    case 'Table':
      return [component.header, ...component.rows].flat().map(plainInline);
    default:
      return [];
  }
}

export const wordsIn = (markdown: string) =>
  tree(markdown)
    .flatMap(wordsOf)
    .join(' ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
