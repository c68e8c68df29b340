import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { FilterChip } from '../chip/Chip.tsx';
import { SearchField } from '../search-box/SearchField.tsx';
import { SegmentedControl } from '../segmented-control/SegmentedControl.tsx';
import { Select } from '../select/Select.tsx';
import { Switch } from '../switch/Switch.tsx';
import { ToggleGroup } from '../toggle-group/ToggleGroup.tsx';

const days = ['30', '60', '90'].map((value) => ({ value, label: `${value} days` }));

test('a select has a label and gives back the value of the option', async () => {
  const onChange = vi.fn();
  render(<Select label="Sort by" value="30" onChange={onChange} options={days} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), '60 days');
  expect(onChange).toHaveBeenCalledWith('60');
});

test('a segmented control is one group of radio buttons that may have none chosen', async () => {
  const onChange = vi.fn();
  render(<SegmentedControl label="Period" value={undefined} onChange={onChange} options={days} />);
  expect(screen.getByRole('group', { name: 'Period' })).toBeTruthy();
  expect(screen.queryByRole('radio', { checked: true })).toBeNull();
  await userEvent.click(screen.getByRole('radio', { name: '90 days' }));
  expect(onChange).toHaveBeenCalledWith('90');
});

test('a toggle group gives back the chosen values in the order of the options', async () => {
  const onChange = vi.fn();
  const options = ['Audit', 'Markets', 'Tax'].map((value) => ({ value, label: value, category: value, count: 2 }));
  render(<ToggleGroup label="Categories" values={['Tax']} onChange={onChange} options={options} />);
  expect(screen.getByRole('button', { name: /Tax/, pressed: true })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /Audit/, pressed: false }));
  expect(onChange).toHaveBeenLastCalledWith(['Audit', 'Tax']);
  await userEvent.click(screen.getByRole('button', { name: /Tax/ }));
  expect(onChange).toHaveBeenLastCalledWith([]);
});

test('a filter chip says what pressing it does', async () => {
  const onRemove = vi.fn();
  render(
    <FilterChip removeLabel="Remove filter: Tax" onRemove={onRemove}>
      Tax
    </FilterChip>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Tax' }));
  expect(onRemove).toHaveBeenCalledOnce();
});

test('a switch is on or off', async () => {
  const onChange = vi.fn();
  render(
    <Switch isSelected={false} onChange={onChange}>
      Widget Panel
    </Switch>,
  );
  await userEvent.click(screen.getByRole('switch', { name: 'Widget Panel', checked: false }));
  expect(onChange).toHaveBeenCalledWith(true);
});

test('a search field trims what it submits, and clears by button and by Escape without losing focus', async () => {
  const onSubmit = vi.fn();
  function Field() {
    const [value, setValue] = useState('');
    return <SearchField label="Search" value={value} onChange={setValue} onSubmit={onSubmit} />;
  }
  render(<Field />);
  const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  await userEvent.type(box, ' bonds {Enter}');
  expect(onSubmit).toHaveBeenCalledWith('bonds');
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(box.value).toBe('');
  expect(document.activeElement).toBe(box);
  await userEvent.type(box, 'rates{Escape}');
  expect(box.value).toBe('');
});
