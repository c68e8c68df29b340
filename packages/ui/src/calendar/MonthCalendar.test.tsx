import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { calendarDate } from './calendarDate.ts';
import { MonthCalendar } from './MonthCalendar.tsx';

function Sample({ onChange, onInViewChange }: { onChange: (day: string) => void; onInViewChange?: () => void }) {
  const [inView, setInView] = useState('2026-03-09');
  return (
    <MonthCalendar
      label="Events"
      value="2026-03-09"
      onChange={onChange}
      inView={inView}
      onInViewChange={(day) => {
        setInView(day);
        onInViewChange?.();
      }}
      marks={new Map([['2026-03-10', '2 events']])}
      ownDays={new Set(['2026-03-10'])}
    />
  );
}

test('a day of the calendar can be clicked, and a marked day announces its mark', async () => {
  const onChange = vi.fn();
  render(<Sample onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Tuesday, March 10, 2026, 2 events' }));
  expect(onChange).toHaveBeenLastCalledWith('2026-03-10');
});

test('in the calendar, arrow keys move by a day or a week, and Enter selects', async () => {
  const onChange = vi.fn();
  render(<Sample onChange={onChange} />);
  screen.getByRole('button', { name: /March 9, 2026/ }).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}');
  expect(onChange).toHaveBeenLastCalledWith('2026-03-17');
});

test('the days of the calendar are grid cells without a role that their table gives them already [BASE-040]', () => {
  render(<Sample onChange={() => undefined} />);
  const cells = [...screen.getByRole('grid').querySelectorAll('td')];
  expect(cells).toHaveLength(35);
  expect(cells.filter((cell) => cell.hasAttribute('role'))).toEqual([]);
});

test('the calendar has a button for each adjacent month', async () => {
  render(<Sample onChange={() => undefined} />);
  expect(screen.getByRole('application').getAttribute('aria-label')).toBe('Events, March 2026');
  // The library renders a second, hidden button for screen readers on touch devices.
  await userEvent.click(screen.getAllByRole('button', { name: 'Next' })[0]!);
  expect(screen.getByRole('application').getAttribute('aria-label')).toBe('Events, April 2026');
});

test.each([
  ['2026-03-09', '2026-03-09'],
  ['2028-02-29', '2028-02-29'],
  ['2026-02-29', undefined],
  ['soon', undefined],
  ['', undefined],
  [undefined, undefined],
])('a calendar parses the text %j as the day %j', (text, day) => {
  expect(calendarDate(text)?.toString()).toBe(day);
});
