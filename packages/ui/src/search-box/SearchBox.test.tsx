import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { SearchBox, type SearchBoxProps } from './SearchBox.tsx';
import { SearchBoxGroup, SearchBoxList, SearchBoxOption } from './SearchBoxList.tsx';

interface BoxProps extends Partial<SearchBoxProps> {
  names?: string[];
  onRemove?: (name: string) => void;
  onChoose?: (name: string) => void;
}

function Box({ names = ['Annuities', 'Rollovers'], onRemove, onChoose, ...rest }: BoxProps) {
  const [value, setValue] = useState('');
  return (
    <SearchBox label="Search" value={value} onChange={setValue} onSubmit={() => true} {...rest}>
      {names.length > 0 && (
        <SearchBoxList label="Suggestions">
          <SearchBoxGroup title="Titles">
            {names.map((name) => (
              <SearchBoxOption
                key={name}
                href={`#${name}`}
                onChoose={() => onChoose?.(name)}
                onRemove={onRemove && (() => onRemove(name))}
              >
                {name}
              </SearchBoxOption>
            ))}
          </SearchBoxGroup>
        </SearchBoxList>
      )}
    </SearchBox>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Search' });
const activeName = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('a search box', () => {
  test('opens when it gets the focus, and connects its list to the field', async () => {
    render(<Box />);
    expect(field().getAttribute('aria-expanded')).toBe('false');
    await userEvent.tab();
    expect(field().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox', { name: 'Suggestions' }).id).toBe(field().getAttribute('aria-controls'));
    expect(screen.queryByRole('group', { name: 'Titles' })).not.toBeNull();
  });

  test('is exposed as closed while there is nothing to choose', async () => {
    render(<Box names={[]} />);
    await userEvent.tab();
    expect(field().getAttribute('aria-expanded')).toBe('false');
    expect(field().getAttribute('aria-controls')).toBeNull();
  });

  test('cycles through the options and the field with arrow keys, while the focus stays in the field', async () => {
    render(<Box />);
    await userEvent.tab();
    const seen: (string | null | undefined)[] = [];
    for (let step = 0; step < 4; step += 1) {
      await userEvent.keyboard('{ArrowDown}');
      seen.push(activeName());
    }
    expect(seen).toEqual(['Annuities', 'Rollovers', undefined, 'Annuities']);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(activeName()).toBe('Rollovers');
    expect(screen.queryByRole('option', { name: 'Rollovers', selected: true })).not.toBeNull();
    expect(document.activeElement).toBe(field());
  });

  test('Enter chooses the active option, or submits the text without one, and closes the list', async () => {
    const onChoose = vi.fn();
    const onSubmit = vi.fn(() => true);
    render(<Box onChoose={onChoose} onSubmit={onSubmit} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChoose).toHaveBeenCalledWith('Annuities');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.keyboard(' fees {Enter}');
    expect(onSubmit).toHaveBeenCalledWith('fees');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('Enter on rejected text chooses the first option for it, as soon as there is one [SEARCH-033]', async () => {
    const onChoose = vi.fn();
    const { rerender } = render(<Box names={[]} onChoose={onChoose} onSubmit={() => false} />);
    await userEvent.type(field(), 'ann{Enter}');
    expect(onChoose).not.toHaveBeenCalled();
    rerender(<Box names={['Annuities', 'Annual fees']} onChoose={onChoose} onSubmit={() => false} />);
    expect(onChoose.mock.calls).toEqual([['Annuities']]);
    await userEvent.type(field(), 'x{Enter}');
    expect(onChoose.mock.calls).toEqual([['Annuities'], ['Annuities']]);
  });

  test('Enter on rejected text chooses nothing once the text has changed [SEARCH-033]', async () => {
    const onChoose = vi.fn();
    const { rerender } = render(<Box names={[]} onChoose={onChoose} onSubmit={() => false} />);
    await userEvent.type(field(), 'ann{Enter}u');
    rerender(<Box names={['Annuities']} onChoose={onChoose} onSubmit={() => false} />);
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('Enter on rejected text chooses nothing after Escape has closed the list [SEARCH-033]', async () => {
    const onChoose = vi.fn();
    const { rerender } = render(<Box names={[]} onChoose={onChoose} onSubmit={() => false} />);
    await userEvent.type(field(), 'ann{Enter}{Escape}');
    rerender(<Box names={['Annuities']} onChoose={onChoose} onSubmit={() => false} />);
    await userEvent.keyboard('{ArrowDown}');
    expect(screen.getAllByRole('option', { name: 'Annuities' })).toHaveLength(1);
    expect(onChoose).not.toHaveBeenCalled();
  });

  test('clears the active option when the text changes or the option is removed', async () => {
    const { rerender } = render(<Box />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowDown}');
    rerender(<Box names={['Rollovers']} />);
    expect(field().getAttribute('aria-activedescendant')).toBeNull();
    await userEvent.keyboard('{ArrowDown}r');
    expect(field().getAttribute('aria-activedescendant')).toBeNull();
  });

  test('closes its list on Escape first, then clears the text', async () => {
    render(<Box />);
    await userEvent.type(field(), 'fees');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveProperty('value', 'fees');
    await userEvent.keyboard('{Escape}');
    expect(field()).toHaveProperty('value', '');
  });

  test('closes when it loses focus', async () => {
    render(
      <>
        <Box />
        <button type="button">Next</button>
      </>,
    );
    await userEvent.tab();
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  test('is cleared by its button, which returns the focus to the field', async () => {
    render(<Box />);
    await userEvent.type(field(), 'fees');
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(field()).toHaveProperty('value', '');
    expect(document.activeElement).toBe(field());
  });

  test('removes options with Delete or their remove button, without choosing them', async () => {
    const onRemove = vi.fn();
    const onChoose = vi.fn();
    render(<Box onRemove={onRemove} onChoose={onChoose} />);
    await userEvent.tab();
    await userEvent.keyboard('{Delete}{ArrowDown}{Delete}');
    expect(onRemove.mock.calls).toEqual([['Annuities']]);
    await userEvent.click(screen.getByRole('option', { name: 'Rollovers' }).querySelector('[data-remove]')!);
    expect(onRemove.mock.calls).toEqual([['Annuities'], ['Rollovers']]);
    expect(onChoose).not.toHaveBeenCalled();
    expect(screen.queryByRole('listbox')).not.toBeNull();
  });

  test('is always open in a sheet, and leaves Escape to the sheet once it is empty', async () => {
    const onKeyDown = vi.fn();
    render(
      <div role="presentation" onKeyDown={onKeyDown}>
        <Box isInline />
      </div>,
    );
    expect(screen.queryByRole('listbox')).not.toBeNull();
    await userEvent.type(field(), 'x{Escape}');
    expect(field()).toHaveProperty('value', '');
    expect(onKeyDown.mock.calls.map(([event]) => (event as KeyboardEvent).key)).not.toContain('Escape');
    await userEvent.keyboard('{Escape}');
    expect(onKeyDown.mock.calls.map(([event]) => (event as KeyboardEvent).key)).toContain('Escape');
  });
});
