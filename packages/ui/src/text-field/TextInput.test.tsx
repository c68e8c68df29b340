import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { TextInput } from './TextInput.tsx';

test('a text input is exposed as required, and described by its error and help', async () => {
  const onChange = vi.fn();
  render(
    <TextInput
      label="Amount"
      help="In dollars."
      error="Enter a number."
      isRequired
      value=""
      onChange={onChange}
      inputMode="decimal"
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount' });
  expect(field.required).toBe(true);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(field)).toEqual(['Enter a number.', 'In dollars.']);
  await userEvent.type(field, '7');
  expect(onChange).toHaveBeenCalledWith('7');
});

test('a date input returns yyyy-MM-dd', async () => {
  const onChange = vi.fn();
  render(<TextInput label="Day" type="date" value="" onChange={onChange} min="2026-01-01" />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  expect([field.type, field.min]).toEqual(['date', '2026-01-01']);
  await userEvent.type(field, '2026-03-09');
  expect(onChange).toHaveBeenLastCalledWith('2026-03-09');
});
