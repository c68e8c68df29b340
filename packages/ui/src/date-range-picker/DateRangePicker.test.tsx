import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DateRangePicker } from './DateRangePicker.tsx';

test('a date range is picked from a calendar whose weeks start on Sunday, and returned as dates', async () => {
  const onChange = vi.fn();
  render(<DateRangePicker label="Published" value={{ from: '2026-03-03', to: '2026-03-05' }} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: /Calendar/ }));
  expect((await screen.findAllByRole('columnheader', { hidden: true })).map((head) => head.textContent)).toEqual([
    'S',
    'M',
    'T',
    'W',
    'T',
    'F',
    'S',
  ]);
  await userEvent.click(screen.getByRole('button', { name: /March 9, 2026/ }));
  await userEvent.click(screen.getByRole('button', { name: /March 20, 2026/ }));
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-03-09', to: '2026-03-20' });
});

test('a date range can be cleared', async () => {
  const onChange = vi.fn();
  render(<DateRangePicker label="Published" value={{ from: '2026-03-03', to: '2026-03-05' }} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Clear published' }));
  expect(onChange).toHaveBeenCalledWith(null);
});

test('a date range with an invalid date is treated as empty', () => {
  render(<DateRangePicker label="Published" value={{ from: 'soon', to: '2026-13-40' }} onChange={() => undefined} />);
  expect(screen.getAllByRole('spinbutton')[0]?.textContent).toBe('mm');
});

test('the date range calendar announces marks of days, and reports every change of the visible month', async () => {
  const onMonthChange = vi.fn();
  render(
    <DateRangePicker
      label="Dates"
      value={{ from: '2026-03-03', to: '2026-03-05' }}
      onChange={() => undefined}
      marks={new Map([['2026-03-09', '2 events']])}
      onMonthChange={onMonthChange}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /Calendar/ }));
  await screen.findByRole('button', { name: 'Monday, March 9, 2026, 2 events' });
  expect(screen.queryByRole('button', { name: 'Tuesday, March 10, 2026' })).not.toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onMonthChange.mock.calls).toEqual([['2026-03'], ['2026-02']]);
});
