import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DateBlock } from './DateBlock.tsx';

test('a date block provides the full date, in the given time zone, to screen readers', () => {
  const { container } = render(
    <>
      <DateBlock dateTime="2026-03-10T03:05:00Z" timeZone="America/New_York" />
      <DateBlock dateTime="2026-03-10T03:05:00Z" timeZone="UTC" />
    </>,
  );
  expect([...container.querySelectorAll('time')].map((time) => time.firstElementChild?.textContent)).toEqual([
    'Monday, March 9, 2026',
    'Tuesday, March 10, 2026',
  ]);
});

test('a date block shows month, day and weekday, hidden from screen readers', () => {
  render(<DateBlock dateTime="2026-03-10T03:05:00Z" timeZone="UTC" size="small" tone="quiet" />);
  expect(['Mar', '10', 'Tue'].map((part) => screen.getByText(part).getAttribute('aria-hidden'))).toEqual([
    'true',
    'true',
    'true',
  ]);
});
