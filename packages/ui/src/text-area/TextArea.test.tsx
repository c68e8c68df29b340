import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { TextArea } from './TextArea.tsx';

const counted = (typed: number) => <TextArea label="Why" value="x" onChange={() => {}} count={{ typed, max: 100 }} />;

test('a text area announces its character count only near and beyond the limit', () => {
  const { rerender } = render(counted(1));
  expect(descriptionOf(screen.getByRole('textbox', { name: 'Why' }))).toEqual(['1 of 100 characters']);
  rerender(counted(89));
  expect(screen.queryByRole('status')).toBeNull();
  rerender(counted(90));
  expect(screen.getByRole('status').textContent).toBe('90 of 100 characters');
  rerender(counted(100));
  expect(screen.getByRole('status').textContent).toBe('100 of 100 characters');
  rerender(counted(103));
  expect(screen.getByRole('status').textContent).toBe('3 characters too many');
});

test('a text area never truncates the text, and reports every change and the blur', async () => {
  const [onChange, onBlur] = [vi.fn(), vi.fn()];
  render(<TextArea label="Why" value="" onChange={onChange} onBlur={onBlur} isRequired error="Fill this in." />);
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Why' });
  expect([area.required, area.getAttribute('aria-invalid'), area.maxLength]).toEqual([true, 'true', -1]);
  await userEvent.type(area, 'a');
  await userEvent.tab();
  expect(onChange).toHaveBeenCalledWith('a');
  expect(onBlur).toHaveBeenCalledOnce();
});
