import { render } from '@testing-library/react';
import type { ComponentTree } from '@portico/contracts/content';
import type { InlineText, Mark, RichText } from '@portico/contracts/richText';
import { ContentTree } from '../ContentTree.tsx';

export const inline = (text: string, ...marks: Mark[]): InlineText => [{ type: 'text', text, marks }];

export const body = (...paragraphs: InlineText[]): RichText => ({
  type: 'doc',
  content: paragraphs.map((content) => ({ type: 'paragraph', content })),
});

export const show = (...components: unknown[]) => render(<ContentTree components={components as ComponentTree} />);
