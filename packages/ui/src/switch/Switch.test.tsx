import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Switch } from './Switch.tsx';

test.each([
  [false, true],
  [true, false],
])('a switch that is %s requests %s on click and on the space bar', async (isSelected, asked) => {
  const onChange = vi.fn();
  render(
    <Switch isSelected={isSelected} onChange={onChange}>
      Widget Panel
    </Switch>,
  );
  await userEvent.click(screen.getByRole('switch', { name: 'Widget Panel', checked: isSelected }));
  await userEvent.keyboard(' ');
  expect(onChange.mock.calls).toEqual([[asked], [asked]]);
});

test('a disabled switch does not change', async () => {
  const onChange = vi.fn();
  render(
    <Switch isSelected={false} onChange={onChange} isDisabled>
      Widget Panel
    </Switch>,
  );
  await userEvent.click(screen.getByRole('switch', { name: 'Widget Panel' }));
  expect(onChange).not.toHaveBeenCalled();
});
