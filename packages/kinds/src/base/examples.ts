import type { ImageRef } from './media.ts';
import type { LinkTarget } from './parts.ts';
import type { InlineText, RichText } from './richText.ts';

/* Parts of the examples that tests and the gallery show. */

export const examplePicture = (number: number): ImageRef => ({
  id: `00000000-0000-4000-8000-eeeeeeee${String(number).padStart(4, '0')}`,
  alt: 'A reading room',
  width: 1200,
  height: 800,
  widths: [320, 640, 960, 1200],
});

export const exampleLink: LinkTarget = { text: 'Read more', href: 'https://www.irs.gov/', openInNewTab: true };

export const exampleInline = (text: string): InlineText => [
  { type: 'text', text, marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/news' } }] },
];

export const exampleText = (text = 'Rates stay where they are.'): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

export const EXAMPLE_FILE = '00000000-0000-4000-9000-000000000001';
