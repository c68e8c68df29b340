import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CategoryChip, FilterChip, ToggleChip } from './Chip.tsx';
import { categoryHue } from './categoryHue.ts';

test('the name of a filter chip tells what pressing it does', async () => {
  const onRemove = vi.fn();
  render(
    <FilterChip removeLabel="Remove filter: Tax" onRemove={onRemove}>
      Tax
    </FilterChip>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Tax' }));
  await userEvent.keyboard('{Enter}');
  expect(onRemove).toHaveBeenCalledTimes(2);
});

test('a toggle chip exposes whether it is on, and pressing it requests the opposite', async () => {
  const onChange = vi.fn();
  const { rerender } = render(
    <ToggleChip isSelected={false} onChange={onChange} count={3}>
      Audit
    </ToggleChip>,
  );
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith(true);
  rerender(
    <ToggleChip isSelected onChange={onChange}>
      Audit
    </ToggleChip>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Audit', pressed: true }));
  expect(onChange).toHaveBeenLastCalledWith(false);
});

test('a category chip has the hue of its name', () => {
  render(<CategoryChip name="Retirement" />);
  const chip = screen.getByText('Retirement');
  expect(chip.style.getPropertyValue('--hue')).toBe(String(categoryHue('Retirement')));
  expect(chip.hasAttribute('data-category')).toBe(true);
});
