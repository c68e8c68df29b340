import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ActionMenu } from './ActionMenu.tsx';

function draw() {
  const [first, second] = [vi.fn(), vi.fn()];
  const actions = [
    { label: 'Duplicate', keys: 'Ctrl+D', onAction: first },
    { label: 'Add to release', onAction: second },
  ];
  render(<ActionMenu label="Actions" actions={actions} />);
  return { first, second, button: screen.getByRole('button', { name: 'Actions' }) };
}
const focused = () => document.activeElement?.textContent;

test('an action menu can be used by keyboard, wraps around at its ends, and returns the focus', async () => {
  const { first, second, button } = draw();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('menu', { name: 'Actions' })).toBeDefined();
  expect(focused()).toBe('DuplicateCtrl+D');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('Add to release');
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('DuplicateCtrl+D');
  await userEvent.keyboard('{End}{Enter}');
  expect(second).toHaveBeenCalledOnce();
  expect(first).not.toHaveBeenCalled();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('an action menu closes on Escape and on a click outside, without running an action', async () => {
  const { first, button } = draw();
  await userEvent.click(button);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await userEvent.click(document.body);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(first).not.toHaveBeenCalled();
});
