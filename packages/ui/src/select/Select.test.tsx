import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Select } from './Select.tsx';

const days = ['30', '60', '90'].map((value) => ({ value, label: `${value} days` }));

test.each(['top', 'side', 'hidden'] as const)(
  'a select with its label at "%s" has that name and returns the value of the option',
  async (labelPosition) => {
    const onChange = vi.fn();
    render(<Select label="Sort by" value="30" onChange={onChange} options={days} labelPosition={labelPosition} />);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '60 days');
    expect(onChange).toHaveBeenCalledWith('60');
  },
);

test('a disabled select cannot be focused by keyboard', async () => {
  render(<Select label="Sort by" value="30" onChange={() => undefined} options={days} isDisabled />);
  await userEvent.tab();
  expect(document.activeElement).toBe(document.body);
});
