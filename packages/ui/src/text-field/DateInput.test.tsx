import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { DateInput, type DateInputProps } from './DateInput.tsx';

function Sample({ initial, onChange, ...rest }: Partial<DateInputProps> & { initial: string; onChange: () => void }) {
  const [value, setValue] = useState(initial);
  const change = (next: string) => {
    setValue(next);
    (onChange as (next: string) => void)(next);
  };
  return <DateInput label="Day" {...rest} value={value} onChange={change} />;
}

/** What browsers report while somebody types the year 2026. */
const typeYear = (field: HTMLElement, rest: string, ...years: string[]) => {
  for (const year of years) fireEvent.change(field, { target: { value: `${year}${rest}` } });
};

test('a date input returns yyyy-MM-dd', async () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} min="2026-01-01" />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  expect([field.type, field.min]).toEqual(['date', '2026-01-01']);
  await userEvent.type(field, '2026-03-09');
  expect(onChange).toHaveBeenLastCalledWith('2026-03-09');
});

test('a date input reports no date with a half-typed year, and shows every digit [FORM-022]', () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-12-01', '0002', '0020', '0202');
  expect(field.value).toBe('0202-12-01');
  expect(onChange).not.toHaveBeenCalled();
  typeYear(field, '-12-01', '2026');
  expect(onChange.mock.calls).toEqual([['2026-12-01']]);
});

test('a date and time input reports no half-typed year either [FORM-022]', () => {
  const onChange = vi.fn();
  render(<Sample type="datetime-local" initial="2026-11-01T09:30" onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-11-01T09:30', '0002', '0020', '0202', '2027');
  expect(onChange.mock.calls).toEqual([['2027-11-01T09:30']]);
});

test('a year of two digits is completed when the person leaves the date input [FORM-022]', () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-12-01', '0002', '0026');
  fireEvent.blur(field);
  expect(field.value).toBe('2026-12-01');
  expect(onChange.mock.calls).toEqual([['2026-12-01']]);
});

test('a date input that is left with an unfinished year or out of its range says what is missing, and keeps what was typed [FORM-022]', () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} min="1900-01-01" max="2199-12-31" />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-12-01', '0002', '0020', '0202');
  expect(field.getAttribute('aria-invalid')).toBe('false');
  fireEvent.blur(field);
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['0202-12-01', 'true']);
  expect(descriptionOf(field)).toEqual(['Enter the year with four digits.']);
  typeYear(field, '-12-01', '2620');
  fireEvent.blur(field);
  expect(descriptionOf(field)).toEqual(['Enter a date no later than December 31, 2199.']);
  expect(onChange).not.toHaveBeenCalled();
});

test('a date input of a form that checks dates itself reports an unfinished year when it is left [FORM-022]', () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} unfinished="report" />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-12-01', '0002', '0020', '0202');
  expect(onChange).not.toHaveBeenCalled();
  fireEvent.blur(field);
  expect(onChange.mock.calls).toEqual([['0202-12-01']]);
});

test('Enter in a date input, which submits a form, completes a year of two digits [FORM-022]', async () => {
  const onChange = vi.fn();
  render(<Sample initial="" onChange={onChange} />);
  const field = screen.getByLabelText<HTMLInputElement>('Day');
  typeYear(field, '-12-01', '0002', '0026');
  field.focus();
  await userEvent.keyboard('{Enter}');
  expect(onChange.mock.calls).toEqual([['2026-12-01']]);
  expect(document.activeElement).toBe(field);
});
