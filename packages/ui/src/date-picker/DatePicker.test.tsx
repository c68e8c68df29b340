import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DatePicker } from './DatePicker.tsx';

const segments = () => screen.getAllByRole('spinbutton').map((segment) => segment.textContent);

test('a date picked from the calendar is returned as yyyy-MM-dd', async () => {
  const onChange = vi.fn();
  render(<DatePicker label="Due" value="2026-03-03" onChange={onChange} />);
  expect(segments()).toEqual(['2026', '03', '03']);
  await userEvent.click(screen.getByRole('button', { name: /Calendar/ }));
  await userEvent.click(await screen.findByRole('button', { name: /March 20, 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-20');
});

test('arrow keys change the focused part of a date', async () => {
  const onChange = vi.fn();
  render(<DatePicker label="Due" value="2026-03-03" onChange={onChange} />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(onChange).toHaveBeenLastCalledWith('2026-04-03');
});

test('a date can be cleared, and an empty date picker has no clear button', async () => {
  const onChange = vi.fn();
  const { rerender } = render(<DatePicker label="Due" value="2026-03-03" onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear due' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  rerender(<DatePicker label="Due" value={null} onChange={onChange} />);
  expect(screen.queryByRole('button', { name: 'Clear due' })).toBeNull();
});

test('a date picker treats text that is not a date as empty', () => {
  render(<DatePicker label="Due" value="2026-02-30" onChange={() => undefined} />);
  expect(segments()).toEqual(['yyyy', 'mm', 'dd']);
});
