import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

test('a button responds to mouse and keyboard', async () => {
  const onPress = vi.fn();
  render(<Button onPress={onPress}>Register</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Register' }));
  await userEvent.keyboard('{Enter}');
  expect(onPress).toHaveBeenCalledTimes(2);
});

test('a pending button keeps its name and focus, announces its progress, and ignores presses', async () => {
  const onPress = vi.fn();
  const { rerender } = render(<Button onPress={onPress}>Register</Button>);
  const button = screen.getByRole('button', { name: 'Register' });
  button.focus();
  rerender(
    <Button pending onPress={onPress}>
      Register
    </Button>,
  );
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('In progress');
  expect(onPress).not.toHaveBeenCalled();
});

test('a pending submit button does not submit its form again', async () => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button type="submit" pending>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button', { name: /Save/ }));
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon button has its label as its name and tooltip, which shows on keyboard focus and hides on Escape', async () => {
  render(<IconButton label="Close" icon={<svg aria-hidden="true" />} />);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Close' }));
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe('Close');
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
});
