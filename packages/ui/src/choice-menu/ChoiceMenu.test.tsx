import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ChoiceMenu } from './ChoiceMenu.tsx';

const options = [
  { value: 'a', label: 'Audit', count: 4 },
  { value: 'b', label: 'Benefits' },
];

function Menu() {
  const [values, setValues] = useState<string[]>([]);
  return (
    <>
      <ChoiceMenu label="Category" values={values} onChange={setValues} options={options} />
      <output>{values.join()}</output>
    </>
  );
}

test('a choice menu opens below its button, returns values in the order of its options, and shows how many are selected', async () => {
  render(<Menu />);
  await userEvent.click(screen.getByRole('button', { name: 'Category' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Benefits' }));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Audit/ }));
  expect(screen.getByRole('status').textContent).toBe('a,b');
  expect(screen.getByRole('button', { name: /^Category/ }).textContent).toBe('Category2 chosen');
  await userEvent.click(screen.getByRole('checkbox', { name: /^Audit/ }));
  expect(screen.getByRole('status').textContent).toBe('b');
});

test('a choice menu closes on Escape and returns the focus to its button', async () => {
  render(<Menu />);
  const button = screen.getByRole('button', { name: 'Category' });
  await userEvent.click(button);
  await userEvent.tab();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: 'Category' })).toBeNull();
  expect(document.activeElement).toBe(button);
});

test('a press on the text of a choice chooses it in a choice menu inside a dialog [PROD-022]', async () => {
  const onChange = vi.fn();
  render(
    <div role="dialog" aria-label="Plan a visit" tabIndex={-1}>
      <ChoiceMenu label="Topics" values={[]} options={[{ value: 'tax', label: 'Taxes' }]} onChange={onChange} />
    </div>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Topics' }));
  await userEvent.click(screen.getByText('Taxes'));
  expect(onChange.mock.calls).toEqual([[['tax']]]);
});
