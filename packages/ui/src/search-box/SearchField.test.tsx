import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { SearchField } from './SearchField.tsx';

test('a search field trims what it submits, and clears by button and by Escape without losing focus', async () => {
  const onSubmit = vi.fn();
  function Field() {
    const [value, setValue] = useState('');
    return <SearchField label="Search" value={value} onChange={setValue} onSubmit={onSubmit} />;
  }
  render(<Field />);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await userEvent.type(box, ' bonds {Enter}');
  expect(onSubmit).toHaveBeenCalledWith('bonds');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
  await userEvent.type(box, 'rates{Escape}');
  expect(box.value).toBe('');
});
