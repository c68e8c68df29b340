import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ToggleGroup } from './ToggleGroup.tsx';

const options = ['Audit', 'Markets', 'Tax'].map((value) => ({ value, label: value, category: value, count: 2 }));

test('a toggle group returns the chosen values in the order of the options', async () => {
  const onChange = vi.fn();
  render(<ToggleGroup label="Categories" values={['Tax']} onChange={onChange} options={options} />);
  const group = screen.getByRole('group', { name: 'Categories' });
  expect([...group.children].map((chip) => chip.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true']);
  await userEvent.click(screen.getByRole('button', { name: /Audit/, pressed: false }));
  expect(onChange).toHaveBeenLastCalledWith(['Audit', 'Tax']);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard(' ');
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('a long toggle group shows the selected and the largest options, and the rest on demand', async () => {
  const counted = options.map((option, index) => ({ ...option, count: index }));
  render(
    <ToggleGroup label="Categories" values={['Audit']} onChange={() => undefined} options={counted} maxShown={2} />,
  );
  const shown = () => screen.getAllByRole('button').map((chip) => chip.textContent);
  expect(shown()).toEqual([expect.stringMatching(/^Audit/), expect.stringMatching(/^Tax/), 'Show all 3']);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 3' }));
  expect(shown()).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer' }));
  expect(shown()).toHaveLength(3);
});
