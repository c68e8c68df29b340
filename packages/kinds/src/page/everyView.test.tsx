import { render } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ComponentKind, ComponentTree } from '../content.ts';
import { oneOfEachKind } from '../testing/examples.generated.ts';
import { ContentTree } from './ContentTree.tsx';
import { views } from './views.generated.ts';

const kinds = (Object.keys(views) as ComponentKind[]).filter((kind) => views[kind] !== null);

describe.each(kinds)('%s', (kind) => {
  test('shows its example, with its own heading one level below the preceding one [COMP-029]', () => {
    const before = { id: 'before', type: 'Header', level: 3, text: 'Before' };
    const tree = [before, ...(kind === 'Header' ? [] : [oneOfEachKind[kind]])] as ComponentTree;
    const { container } = render(<ContentTree components={tree} />);
    const levels = [...container.querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => tagName);
    expect(levels.slice(1).every((level) => level === 'H4')).toBe(true);
    expect(container.firstElementChild?.children.length).toBe(tree.length);
  });
});
