import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Tabs } from './Tabs.tsx';

const options = [
  { value: 'all', label: 'All Events' },
  { value: 'upcoming', label: 'Upcoming Events' },
  { value: 'past', label: 'Past Events' },
] as const;

function Sample() {
  const [value, setValue] = useState<(typeof options)[number]['value']>('all');
  return (
    <Tabs label="Which events" value={value} onChange={setValue} options={options}>
      <button type="button">{value}</button>
    </Tabs>
  );
}

test('the selected tab labels the panel, and clicking another tab selects it', async () => {
  render(<Sample />);
  expect(screen.queryByRole('tabpanel', { name: 'All Events' })).not.toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Past Events' }));
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Past Events');
  expect(screen.getByRole('tabpanel', { name: 'Past Events' }).textContent).toBe('past');
});

test('in tabs, arrow keys wrap around, Home and End go to the ends, and Tab moves into the panel', async () => {
  render(<Sample />);
  await userEvent.tab();
  const keys = ['{ArrowLeft}', '{ArrowRight}', '{ArrowRight}', '{End}', '{Home}'];
  const reached: (string | null | undefined)[] = [];
  for (const key of keys) {
    await userEvent.keyboard(key);
    expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
    reached.push(document.activeElement?.textContent);
  }
  expect(reached).toEqual(['Past Events', 'All Events', 'Upcoming Events', 'Past Events', 'All Events']);
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'all' }));
});
