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
