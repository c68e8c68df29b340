import type { ContentComponent } from '@portico/kinds/content';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ComponentProperties } from './ComponentProperties.tsx';

const heading = (text: string): ContentComponent => ({ id: 'a', type: 'Header', level: 2, text });

test('changing a property right after typing on the canvas keeps the typed text [STUDIO-090]', () => {
  const session = { edit: vi.fn(), undo: vi.fn(), redo: vi.fn() };
  const { rerender } = render(<ComponentProperties component={heading('F')} session={session} />);
  for (const text of ['Fe', 'Fee', 'Fees'])
    rerender(<ComponentProperties component={heading(text)} session={session} />);
  fireEvent.click(screen.getByRole('radio', { name: '3' }));
  expect(session.edit.mock.lastCall?.[0]).toEqual([{ do: 'set', component: { ...heading('Fees'), level: 3 } }]);
});
