import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod/mini';
import { ComponentTree, type ContentComponent } from '@portico/kinds/content';
import { isSafeHref } from '@portico/kinds/safeHref';
import { anImage } from '@portico/testing/builders';
import { isPlain } from '../paste/pasteReader.ts';
import { plainReader, type PastedComponents } from '../paste/plainReader.ts';
import { clipboardReader } from '../paste/readClipboard.ts';

function ids(): () => string {
  let count = 0;
  return () => `c${(count += 1)}`;
}

export const paste = (html?: string, text?: string): PastedComponents =>
  (isPlain({ html, text }) ? plainReader : clipboardReader).components({ html, text }, ids());

/** The text of a recorded clipboard. */
export const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../paste/fixtures', name), 'utf8');

/** The components after their pictures have been uploaded. */
const withPictures = ({ components, pictures }: PastedComponents): ContentComponent[] =>
  components.map((component) =>
    component.type === 'Image' && pictures.some(({ componentId }) => componentId === component.id)
      ? { ...component, image: anImage() }
      : component,
  );

/** Fails for anything that the contract does not allow, and for unsafe links. */
export function assertValid(pasted: PastedComponents): void {
  const parsed = z.safeParse(ComponentTree, withPictures(pasted));
  expect(parsed.error?.issues ?? []).toEqual([]);
  const hrefs = [...JSON.stringify(pasted.components).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)];
  for (const [, href = '""'] of hrefs) expect(isSafeHref(JSON.parse(href) as string)).toBe(true);
  for (const { src } of pasted.pictures)
    expect(src).toMatch(/^(?:https?:|file:|cid:|data:image\/(?:png|jpe?g|gif|webp|bmp|avif)[;,])/i);
}

/** A compact summary of components, by kind and text, for readable assertions. */
export function summarize(components: ContentComponent[]): unknown[] {
  const words = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(words).join('')
      : typeof value !== 'object' || value === null
        ? ''
        : 'type' in value && value.type === 'hardBreak'
          ? '⏎'
          : 'text' in value && typeof value.text === 'string'
            ? mark(value as { text: string; marks?: Array<{ type: string; attrs?: { href: string } }> })
            : words((value as { content?: unknown }).content);
  const mark = ({ text, marks = [] }: { text: string; marks?: Array<{ type: string; attrs?: { href: string } }> }) =>
    marks.reduce((inside, { type, attrs }) => `<${type}${attrs ? ` ${attrs.href}` : ''}>${inside}</>`, text);
  const items = (list: Array<{ content: unknown; ordered?: boolean | undefined; items?: unknown }>): unknown[] =>
    list.flatMap(({ content, items: inside, ordered }) => [
      words(content),
      ...(inside ? [[...(ordered ? ['#'] : []), ...items(inside as never)]] : []),
    ]);
  return components.map((component) => {
    switch (component.type) {
      case 'Header':
        return `h${component.level} ${component.text}`;
      case 'BodyText':
        return component.body.content.map((block) =>
          block.type === 'codeBlock' ? `code:${words(block)}` : words(block),
        );
      case 'Quote':
        return { quote: component.body.content.map(words) };
      case 'BulletedList':
        return { [component.ordered ? `ol${component.start ?? ''}` : 'ul']: items(component.items) };
      case 'Table':
        return {
          header: component.header.map(words),
          rows: component.rows.map((row) => row.map(words)),
          align: component.align.map((one) => one[0]).join(''),
        };
      default:
        return component.type;
    }
  });
}
