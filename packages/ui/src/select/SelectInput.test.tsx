import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { SelectInput } from './SelectInput.tsx';

const options = [
  { value: 'm', label: 'Mac' },
  { value: 'p', label: 'PC' },
];

test('a select in a form starts with nothing selected and returns the value of the chosen option', async () => {
  const onChange = vi.fn();
  render(<SelectInput label="Machine" value="" onChange={onChange} options={options} />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Machine' });
  expect(list.selectedOptions[0]?.textContent).toBe('Choose one');
  await userEvent.selectOptions(list, 'PC');
  expect(onChange).toHaveBeenCalledWith('p');
});

test('a required select is exposed as required and described by its error', () => {
  render(
    <SelectInput
      label="Machine"
      isRequired
      error="Choose one."
      value=""
      onChange={() => undefined}
      options={options}
    />,
  );
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Machine' });
  expect([list.required, list.getAttribute('aria-invalid')]).toEqual([true, 'true']);
  expect(descriptionOf(list)).toEqual(['Choose one.']);
});
