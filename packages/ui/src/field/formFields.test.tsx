import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Checkbox, CheckboxGroup, RadioList } from '../choice-list/ChoiceList.tsx';
import { ErrorSummary } from '../error-summary/ErrorSummary.tsx';
import { FileDrop } from '../file-drop/FileDrop.tsx';
import { ProgressBar } from '../progress-bar/ProgressBar.tsx';
import { SelectInput } from '../select/SelectInput.tsx';
import { TextArea } from '../text-area/TextArea.tsx';
import { TextInput } from '../text-field/TextInput.tsx';

const options = [
  { value: 'm', label: 'Mac' },
  { value: 'p', label: 'PC' },
  { value: 't', label: 'Tablet' },
];
/** What screen readers say about a control after its name. */
const description = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .filter(Boolean);

test('a text field says that it is required, what helps and what is wrong', async () => {
  const onChange = vi.fn();
  render(
    <TextInput
      label="Amount"
      help="In dollars."
      error="Enter a number."
      isRequired
      value=""
      onChange={onChange}
      inputMode="decimal"
    />,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Amount (required)' });
  expect(field.required).toBe(true);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(description(field)).toEqual(['Enter a number.', 'In dollars.']);
  await userEvent.type(field, '7');
  expect(onChange).toHaveBeenCalledWith('7');
});

test('a text area counts, and says it when little is left', () => {
  const { rerender } = render(<TextArea label="Why" value="x" onChange={() => {}} count={{ typed: 1, most: 100 }} />);
  expect(description(screen.getByRole('textbox', { name: 'Why' }))).toEqual(['1 of 100 characters']);
  expect(screen.queryByRole('status')).toBeNull();
  rerender(<TextArea label="Why" value="x" onChange={() => {}} count={{ typed: 90, most: 100 }} />);
  expect(screen.getByRole('status').textContent).toBe('90 of 100 characters');
  rerender(<TextArea label="Why" value="x" onChange={() => {}} count={{ typed: 103, most: 100 }} />);
  expect(screen.getByRole('status').textContent).toBe('3 characters too many');
});

test('a list starts with nothing chosen', async () => {
  const onChange = vi.fn();
  render(<SelectInput label="Machine" value="" onChange={onChange} options={options} />);
  const list = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Machine' });
  expect(list.selectedOptions[0]?.textContent).toBe('Choose one');
  await userEvent.selectOptions(list, 'PC');
  expect(onChange).toHaveBeenCalledWith('p');
});

test('radio buttons are one group, and leaving it is told once', async () => {
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
  const group = screen.getByRole('radiogroup', { name: 'Machine (required)' });
  expect(group.getAttribute('aria-required')).toBe('true');
  expect(description(group)).toEqual(['Choose one.']);
  await userEvent.click(within(group).getByRole('radio', { name: 'Mac' }));
  await userEvent.keyboard('{ArrowDown}');
  expect(screen.getByRole('radio', { name: 'PC', checked: true })).toBeTruthy();
  expect(onBlur).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(onBlur).toHaveBeenCalledOnce();
});

test('a checkbox group gives back the chosen values in the order of the options', async () => {
  const onChange = vi.fn();
  render(<CheckboxGroup label="Machines" help="Any number." values={['t']} onChange={onChange} options={options} />);
  expect(description(screen.getByRole('group', { name: 'Machines' }))).toEqual(['Any number.']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Mac' }));
  expect(onChange).toHaveBeenLastCalledWith(['m', 't']);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tablet', checked: true }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('a box has its label, its help and what is wrong', async () => {
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
  const box = screen.getByRole('checkbox', { name: 'I have read the policy (required)' });
  expect(description(box)).toEqual(['Check this box.', 'It has two pages.']);
  await userEvent.click(box);
  expect(onChange).toHaveBeenCalledWith(true);
});

test('files come by the button or dropped, the same one twice, and none when there is no room', async () => {
  const onFiles = vi.fn();
  const file = new File(['x'], 'receipt.pdf', { type: 'application/pdf' });
  const { rerender, container } = render(<FileDrop label="Receipts" onFiles={onFiles} accept=".pdf" />);
  expect(screen.getByRole('button', { name: 'Choose files for Receipts' })).toBeTruthy();
  const input = container.querySelector('input')!;
  await userEvent.upload(input, file);
  await userEvent.upload(input, file);
  expect(onFiles).toHaveBeenCalledTimes(2);
  const place = screen.getByText('or drop them here');
  fireEvent.drop(place, { dataTransfer: { files: [file], types: ['Files'] } });
  expect(onFiles).toHaveBeenCalledTimes(3);
  rerender(<FileDrop label="Receipts" onFiles={onFiles} isFull />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose files for Receipts' }).disabled).toBe(true);
  fireEvent.drop(screen.getByText('No more files can be added.'), {
    dataTransfer: { files: [file], types: ['Files'] },
  });
  expect(onFiles).toHaveBeenCalledTimes(3);
});

test('progress is told in words', () => {
  render(<ProgressBar label="receipt.pdf" value={1} max={3} valueLabel="1 MB of 3 MB" />);
  const bar = screen.getByRole('progressbar', { name: 'receipt.pdf' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuetext')]).toEqual(['33', '1 MB of 3 MB']);
});

test('the summary of errors leads to each field, and into groups', async () => {
  render(
    <>
      <ErrorSummary
        title="2 answers need your attention"
        headingLevel={3}
        errors={[
          { id: 'amount', label: 'Amount', message: 'Fill this in.' },
          { id: 'machine', label: 'Which machine?', message: 'Choose one.' },
        ]}
      />
      <TextInput id="amount" label="Amount" value="" onChange={() => {}} />
      <RadioList id="machine" label="Machine" value="" onChange={() => {}} options={options} />
    </>,
  );
  const summary = screen.getByRole('alert');
  await userEvent.click(within(summary).getByRole('link', { name: 'Amount: Fill this in.' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Amount' }));
  await userEvent.click(within(summary).getByRole('link', { name: 'Which machine? Choose one.' }));
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Mac' }));
});
