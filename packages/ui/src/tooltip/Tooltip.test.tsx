import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Tooltip } from './Tooltip.tsx';

afterEach(() => vi.useRealTimers());

const bubble = () => screen.queryByRole('tooltip', { hidden: true });
const trigger = () => screen.getByRole('button', { name: 'Save' });

function Sample({ isLabel = false }: { isLabel?: boolean }) {
  return (
    <Tooltip text="Saves a draft" isLabel={isLabel}>
      <button type="button">Save</button>
    </Tooltip>
  );
}

test('keyboard focus shows a tooltip, which describes its trigger; Escape and losing focus hide it', async () => {
  render(<Sample />);
  await userEvent.tab();
  expect((await screen.findByRole('tooltip', { hidden: true })).id).toBe(trigger().getAttribute('aria-describedby'));
  await userEvent.keyboard('{Escape}');
  expect(bubble()).toBeNull();
  await userEvent.tab();
  await userEvent.tab();
  expect((await screen.findByRole('tooltip', { hidden: true })).textContent).toBe('Saves a draft');
  await userEvent.tab();
  expect(bubble()).toBeNull();
});

test('a tooltip that repeats the name of its trigger does not describe it again', async () => {
  render(<Sample isLabel />);
  await userEvent.tab();
  await screen.findByRole('tooltip', { hidden: true });
  expect(trigger().getAttribute('aria-describedby')).toBeNull();
});

test('hovering shows a tooltip after half a second, touch never does', () => {
  vi.useFakeTimers();
  render(<Sample />);
  const frame = trigger().parentElement!;
  const wait = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  fireEvent.pointerEnter(frame, { pointerType: 'touch' });
  wait(1000);
  expect(bubble()).toBeNull();
  fireEvent.pointerEnter(frame, { pointerType: 'mouse' });
  wait(499);
  expect(bubble()).toBeNull();
  wait(1);
  expect(bubble()?.textContent).toBe('Saves a draft');
  fireEvent.pointerLeave(frame);
  expect(bubble()).toBeNull();
});
