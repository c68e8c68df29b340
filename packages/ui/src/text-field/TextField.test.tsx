import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { TextField } from './TextField.tsx';

test('a text field stops at its limit and is described by its help and error', async () => {
  function Field() {
    const [value, setValue] = useState('');
    return <TextField label="Name" value={value} onChange={setValue} maxLength={3} help="Short." error="Taken." />;
  }
  render(<Field />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await userEvent.type(field, 'abc');
  expect(field.value).toBe('abc');
  await userEvent.type(field, 'd');
  expect(field.value).toBe('abc');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(descriptionOf(field)).toEqual(['Taken.', 'Short.']);
});

test('a text field without help or error has no description', () => {
  render(<TextField label="Name" value="" onChange={() => undefined} isRequired />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect([field.required, field.getAttribute('aria-describedby')]).toEqual([true, null]);
});
