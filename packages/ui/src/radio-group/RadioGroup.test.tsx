import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { RadioGroup, type RadioOption } from './RadioGroup.tsx';

const options: RadioOption<string>[] = [
  { value: '', label: 'All' },
  { value: 'a', label: 'Audit', count: 1 },
  { value: 'b', label: 'Benefits', count: 9 },
  { value: 'c', label: 'Contracts', count: 5 },
];

function Group({ maxShown }: { maxShown?: number }) {
  const [value, setValue] = useState('a');
  return (
    <RadioGroup
      label="Category"
      value={value}
      onChange={setValue}
      options={options}
      {...(maxShown === undefined ? {} : { maxShown })}
    />
  );
}

const shown = () => screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value);

test('a radio group has one choice, which arrow keys change', async () => {
  render(<Group />);
  expect(shown()).toEqual(['', 'a', 'b', 'c']);
  await userEvent.click(screen.getByRole('radio', { name: /^Benefits/ }));
  expect((screen.getByRole('radio', { name: /^Benefits/ }) as HTMLInputElement).checked).toBe(true);
  await userEvent.keyboard('{ArrowDown}');
  expect((screen.getByRole('radio', { name: /^Contracts/ }) as HTMLInputElement).checked).toBe(true);
  expect(screen.queryByRole('button')).toBeNull();
});

test('a long radio group shows the first, the selected and the largest options, and the rest on demand', async () => {
  render(<Group maxShown={3} />);
  expect(shown()).toEqual(['', 'a', 'b']);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 4' }));
  expect(shown()).toEqual(['', 'a', 'b', 'c']);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(shown()).toEqual(['', 'a', 'b']);
});
