import { sameTexts } from '@portico/testing/sameTexts';
import { expect, test } from 'vitest';
import { tree } from '../testing/importedTree.ts';

test.each(sameTexts)(
  'importing $name yields the same components as a paste and a preview [STUDIO-400]',
  ({ markdown, components }) => {
    expect(tree(markdown).map(({ id: _, ...component }) => component)).toEqual(components);
  },
);
