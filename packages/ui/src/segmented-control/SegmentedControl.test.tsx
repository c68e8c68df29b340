import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { SegmentedControl } from './SegmentedControl.tsx';

const days = ['30', '60', '90'].map((value) => ({ value, label: `${value} days` }));

function Period() {
  const [value, setValue] = useState<string>();
  return <SegmentedControl label="Period" value={value} onChange={setValue} options={days} />;
}

const checked = () => screen.queryByRole<HTMLInputElement>('radio', { checked: true })?.value;

test('a segmented control is a group of radio buttons in which none has to be selected', async () => {
  render(<Period />);
  expect(screen.getByRole('group', { name: 'Period' }).querySelectorAll('input')).toHaveLength(3);
  expect(checked()).toBeUndefined();
  await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
  expect(checked()).toBe('90');
});

test('arrow keys change the choice of a segmented control and wrap around', async () => {
  render(<Period />);
  await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
  await userEvent.keyboard('{ArrowRight}');
  expect(checked()).toBe('30');
  await userEvent.keyboard('{ArrowLeft}');
  expect(checked()).toBe('90');
});

test('icon-only options of a segmented control keep their names', () => {
  render(
    <SegmentedControl
      label="View"
      value="list"
      onChange={() => undefined}
      options={[{ value: 'list', label: 'List', icon: <svg aria-hidden="true" /> }]}
    />,
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'List' }).checked).toBe(true);
});
