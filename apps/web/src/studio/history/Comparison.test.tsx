import type { ItemContent } from '@portico/contracts/studio/draft';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Comparison } from './Comparison.tsx';

const draftOf = (level: 2 | 3, text: string): ItemContent => ({
  fields: { header: 'Fees', description: '' } as ItemContent['fields'],
  trees: { components: [{ id: 'h', type: 'Header', level, text }], preEventData: [], postEventData: [] },
});

test('the comparison of a heading shows its changed text and, separately, its changed level [STUDIO-264]', () => {
  render(<Comparison before={draftOf(2, 'Other fees')} after={draftOf(3, 'Other charges')} />);
  const lines = screen.getAllByRole('listitem')[0]!.querySelectorAll('p');
  expect([...lines].map(({ textContent }) => textContent).slice(1)).toEqual([
    'Other removed: feesadded: charges',
    'Level: 2 3',
  ]);
  expect([...lines[2]!.children].map(({ tagName, textContent }) => tagName + textContent)).toEqual(['DEL2', 'INS3']);
});
