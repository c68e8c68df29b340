import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { Checkbox, CheckboxGroup, RadioList } from './ChoiceList.tsx';

const options = [
  { value: 'm', label: 'Mac' },
  { value: 'p', label: 'PC' },
  { value: 't', label: 'Tablet' },
];

test('radio buttons form one group, and leaving it reports a single blur', async () => {
  const onBlur = vi.fn();
  function Group() {
    const [value, setValue] = useState('');
    return (
      <RadioList
        label="Machine"
        isRequired
        error="Choose one."
        value={value}
        onChange={setValue}
        onBlur={onBlur}
        options={options}
      />
    );
  }
  render(<Group />);
  const group = screen.getByRole('radiogroup', { name: 'Machine' });
  expect(group.getAttribute('aria-required')).toBe('true');
  expect(descriptionOf(group)).toEqual(['Choose one.']);
  await userEvent.click(within(group).getByRole('radio', { name: 'Mac' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { checked: true })).toBe(screen.getByRole('radio', { name: 'PC' }));
  expect(onBlur).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onBlur).toHaveBeenCalledOnce();
});

test('a checkbox group returns the chosen values in the order of the options', async () => {
  const onChange = vi.fn();
  render(<CheckboxGroup label="Machines" help="Any number." values={['t']} onChange={onChange} options={options} />);
  expect(descriptionOf(screen.getByRole('group', { name: 'Machines' }))).toEqual(['Any number.']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mac' }));
  expect(onChange).toHaveBeenLastCalledWith(['m', 't']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tablet', checked: true }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('a checkbox has a label, help and an error, and the space bar checks it', async () => {
  const onChange = vi.fn();
  render(
    <Checkbox
      label="I have read the policy"
      help="It has two pages."
      error="Check this box."
      isRequired
      isChecked={false}
      onChange={onChange}
    />,
  );
  const box = screen.getByRole('checkbox', { name: 'I have read the policy' });
  expect(box).toHaveProperty('required', true);
  expect(descriptionOf(box)).toEqual(['Check this box.', 'It has two pages.']);
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenCalledWith(true);
});
