import { render } from '@testing-library/react';
import type { ComponentTree } from '../content.ts';
import type { InlineText, Mark, RichText } from '../base/richText.ts';
import { ContentTree } from '../page/ContentTree.tsx';

export const inline = (text: string, ...marks: Mark[]): InlineText => [{ type: 'text', text, marks }];

export const body = (...paragraphs: InlineText[]): RichText => ({
  type: 'doc',
  content: paragraphs.map((content) => ({ type: 'paragraph', content })),
});

export const show = (...components: unknown[]) => render(<ContentTree components={components as ComponentTree} />);
