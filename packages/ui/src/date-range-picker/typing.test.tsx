import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DatePicker } from '../date-picker/DatePicker.tsx';
import { DateRangePicker, type DateRange } from './DateRangePicker.tsx';

/** A person's pace. */
const KEY_DELAY_MS = 120;
/** A page's address, and with it the field's value, follows with a delay. */
const ECHO_DELAY_MS = 150;

let user: ReturnType<typeof userEvent.setup>;
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  user = userEvent.setup({
    delay: KEY_DELAY_MS,
    advanceTimers: (ms) => act(async () => void (await vi.advanceTimersByTimeAsync(ms))),
  });
});
afterEach(() => vi.useRealTimers());

function Range({ initial, onChange }: { initial: DateRange | null; onChange: (range: DateRange | null) => void }) {
  const [value, setValue] = useState(initial);
  return (
    <DateRangePicker
      label="Dates"
      value={value}
      min="1900-01-01"
      max="2199-12-31"
      onChange={(range) => {
        onChange(range);
        setTimeout(() => setValue(range), ECHO_DELAY_MS);
      }}
    />
  );
}
const texts = () => screen.getAllByRole('spinbutton').map((segment) => segment.textContent);

test('a date range typed at a person’s pace is reported once, with no half-typed year [EVENTS-034]', async () => {
  const onChange = vi.fn();
  render(<Range initial={null} onChange={onChange} />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('12012026');
  await user.keyboard('12012026');
  expect(texts()).toEqual(['12', '01', '2026', '12', '01', '2026']);
  expect(onChange.mock.calls).toEqual([[{ from: '2026-12-01', to: '2026-12-01' }]]);
});

test('typing over both ends of a date range reports only finished ranges, whatever comes back meanwhile [EVENTS-034]', async () => {
  const onChange = vi.fn();
  render(<Range initial={{ from: '2025-03-03', to: '2026-12-31' }} onChange={onChange} />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('0415202605202026');
  await act(() => vi.advanceTimersByTimeAsync(2 * ECHO_DELAY_MS));
  expect(texts()).toEqual(['04', '15', '2026', '05', '20', '2026']);
  const years = onChange.mock.calls.flatMap(([range]) => {
    const { from, to } = range as DateRange;
    return [from.slice(0, 4), to.slice(0, 4)];
  });
  expect(new Set(years)).toEqual(new Set(['2025', '2026']));
  expect(onChange).toHaveBeenLastCalledWith({ from: '2026-04-15', to: '2026-05-20' });
});

test('a date range whose years have two digits means this century [EVENTS-034]', async () => {
  const onChange = vi.fn();
  render(<Range initial={null} onChange={onChange} />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('120126{Tab}120226{Tab}{Tab}{Tab}');
  expect(onChange.mock.calls).toEqual([[{ from: '2026-12-01', to: '2026-12-02' }]]);
});

test('a date range in the wrong order is not reported, and the field says why once it is left [EVENTS-034]', async () => {
  const onChange = vi.fn();
  render(<Range initial={{ from: '2026-03-03', to: '2026-03-05' }} onChange={onChange} />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('06');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(document.body);
  expect(screen.getByRole('alert').textContent).toBe('The first date is after the last one.');
  expect(texts()).toEqual(['06', '03', '2026', '03', '05', '2026']);
  expect(onChange).not.toHaveBeenCalled();
});

test.each([
  ['its last date', '12012026'],
  ['the year of its last date', '120120261201'],
])('a date range that is left without %s says what is missing until it is complete [EVENTS-034]', async (_, typed) => {
  const onChange = vi.fn();
  render(<Range initial={null} onChange={onChange} />);
  const segments = screen.getAllByRole('spinbutton');
  await user.click(segments[0]!);
  await user.keyboard(typed);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(document.body);
  expect(screen.getByRole('alert').textContent).toBe('Enter the month, day and year of both dates.');
  expect(segments.every((segment) => segment.getAttribute('aria-invalid') === 'true')).toBe(true);
  await user.click(segments[3]!);
  await user.keyboard('12022026');
  await user.click(document.body);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onChange.mock.calls).toEqual([[{ from: '2026-12-01', to: '2026-12-02' }]]);
});

test('a due date typed at a person’s pace is reported with its whole year [TODO-016]', async () => {
  const onChange = vi.fn();
  function Due() {
    const [value, setValue] = useState<string | null>(null);
    const change = (day: string | null) => {
      onChange(day);
      setValue(day);
    };
    return <DatePicker label="Due" value={value} onChange={change} min="1900-01-01" max="2199-12-31" />;
  }
  render(<Due />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('20261204');
  expect(onChange.mock.calls).toEqual([['2026-12-04']]);
});

test('a due date with a year of two digits means this century [TODO-016]', async () => {
  const onChange = vi.fn();
  render(<DatePicker label="Due" value={null} onChange={onChange} min="1900-01-01" max="2199-12-31" />);
  await user.click(screen.getAllByRole('spinbutton')[0]!);
  await user.keyboard('26{Tab}1204{Tab}{Tab}{Tab}');
  expect(onChange.mock.calls).toEqual([['2026-12-04']]);
});

test('a due date that is left without its day says what is missing until it is complete or empty [TODO-016]', async () => {
  const onChange = vi.fn();
  render(<DatePicker label="Due" value={null} onChange={onChange} min="1900-01-01" max="2199-12-31" />);
  const segments = screen.getAllByRole('spinbutton');
  await user.click(segments[0]!);
  await user.keyboard('202612{Tab}{Tab}');
  expect(screen.getByRole('alert').textContent).toBe('Enter the year, month and day.');
  expect(segments.map((segment) => segment.getAttribute('aria-invalid'))).toEqual(['true', 'true', 'true']);
  await user.click(segments[2]!);
  await user.keyboard('04{Tab}{Tab}');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(onChange.mock.calls).toEqual([['2026-12-04']]);
});
