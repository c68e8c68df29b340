import { newComponent } from '@portico/authoring/newComponent';
import { ContentComponent, type ComponentKind, type ComponentOf } from '@portico/kinds/content';
import { plainInline } from '@portico/kinds/plainText';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { anImage } from '@portico/testing/builders';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { broken } from '@portico/kinds/testing/fixtures';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod/mini';
import { addColumn, removeColumn } from '../fields/tableEdits.ts';
import { PickersContext } from '../Pickers.ts';
import { EditableBlock, type EditableBlockProps } from './EditableBlock.tsx';

/**
 * Renders a block whose component is the state of its parent. `value` returns the last component passed to `onChange`.
 */
function show<Kind extends ComponentKind>(component: ComponentOf<Kind>, more: Partial<EditableBlockProps> = {}) {
  const last: { component: ContentComponent } = { component };
  function Parent() {
    const [value, setValue] = useState<ContentComponent>(component);
    return (
      <PickersContext value={{ link: async () => '/news', picture: async () => anImage() }}>
        <EditableBlock
          {...more}
          component={value}
          onChange={(next) => {
            last.component = next;
            setValue(next);
          }}
        />
      </PickersContext>
    );
  }
  const { container } = render(<Parent />);
  return { user: userEvent.setup(), container, value: () => last.component as ComponentOf<Kind> };
}

const box = (name: string) => screen.getByRole('textbox', { name });
function paste(name: string, text: string) {
  fireEvent.paste(box(name), {
    clipboardData: { getData: (type: string) => (type === 'text/plain' ? text : ''), files: [] },
  });
}
const press = (name: string, key: string, more: object = {}) => fireEvent.keyDown(box(name), { key, ...more });

const kindsInPlace = [
  'Header',
  'BodyText',
  'BulletedList',
  'Link',
  'Quote',
  'Callout',
  'Image',
  'Table',
  'Checklist',
] as const;

describe('a component on the canvas', () => {
  test.each(Object.keys(oneOfEachKind) as ComponentKind[])(
    'of the kind %s shows what readers see [STUDIO-231]',
    (kind) => {
      if (['SingleChoice', 'MultiChoice', 'Checkbox', 'FileUpload', 'TitleAndDescription'].includes(kind)) return;
      const textOf = (root: HTMLElement) => (root.textContent ?? '').replaceAll(/\s+|#| \(opens in a new tab\)/g, '');
      const reader = render(<ContentTree components={[oneOfEachKind[kind]]} />);
      const expected = textOf(reader.container);
      reader.unmount();
      const { container } = show(oneOfEachKind[kind]);
      for (const hidden of container.querySelectorAll('[role="status"]')) hidden.remove();
      const shown = textOf(container);
      // Only the note about a new tab may be missing.
      expect(shown.replace('(opensinanewtab)', '')).toBe(expected.replaceAll('(opensinanewtab)', ''));
    },
  );

  test.each(kindsInPlace)('of the kind %s has the classes of its block', (kind) => {
    const reader = render(<ContentTree components={[oneOfEachKind[kind]]} />);
    const block = reader.container.firstElementChild?.firstElementChild;
    const names = [...(block?.classList ?? [])];
    reader.unmount();
    const { container } = show(oneOfEachKind[kind]);
    for (const name of names) expect(container.querySelector(`.${name}`), name).not.toBeNull();
  });

  test('that is not edited in place shows a placeholder until it can be rendered [STUDIO-232]', () => {
    show(newComponent('Video'));
    expect(screen.getAllByText('Video')).toHaveLength(1);
    expect(screen.getAllByText(/Incomplete/)).toHaveLength(1);
  });

  test('that fails to render shows a placeholder instead of disappearing [STUDIO-232]', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    show(broken({ id: 'a', type: 'FileList', files: [null] }));
    expect(screen.getAllByText(/Incomplete/)).toHaveLength(1);
  });
});

describe('text edited in place', () => {
  test('of a heading continues in a paragraph after Enter [STUDIO-233]', () => {
    const onSplit = vi.fn();
    const { value } = show({ ...oneOfEachKind.Header, text: 'Dates' }, { onSplit, focusAt: 'end' });
    paste('Heading', ' to keep');
    expect(value().text).toBe('Dates to keep');
    fireEvent.keyDown(box('Heading'), { key: 'Home' });
    press('Heading', 'Enter');
    const [before, after] = onSplit.mock.lastCall as [ContentComponent, ContentComponent];
    expect(
      [before, after].every((component) => z.safeParse(ContentComponent, { ...component, text: 'x' }).success),
    ).toBe(true);
    expect(before.id).toBe('Header');
    expect(after).toMatchObject({ type: 'BodyText', body: { type: 'doc' } });
    expect(after.id).not.toBe(before.id);
  });

  test('is not removed by Backspace at its start, but an empty component is [STUDIO-233]', () => {
    const onBackspaceAtStart = vi.fn();
    const first = render(
      <EditableBlock
        component={oneOfEachKind.Header}
        onChange={() => {}}
        focusAt="start"
        {...{ onBackspaceAtStart }}
      />,
    );
    press('Heading', 'Backspace');
    expect(onBackspaceAtStart).not.toHaveBeenCalled();
    first.unmount();
    show({ ...oneOfEachKind.Header, text: '' }, { focusAt: 'start', onBackspaceAtStart });
    press('Heading', 'Backspace');
    expect(onBackspaceAtStart).toHaveBeenCalledOnce();
  });

  test('of a quote, a callout and a caption stays valid, and empty optional text is removed', () => {
    const quote = show(oneOfEachKind.Quote);
    press('Who said it', 'a', { ctrlKey: true });
    press('Who said it', 'Backspace');
    expect(quote.value()).not.toHaveProperty('attribution');
    expect(z.safeParse(ContentComponent, quote.value()).success).toBe(true);
    const callout = show(oneOfEachKind.Callout);
    paste('Title', 'First: ');
    expect(callout.value().title).toContain('First: ');
    const image = show(oneOfEachKind.Image);
    paste('Caption', 'Boston. ');
    expect(image.value().caption).toContain('Boston. ');
  });

  test('of a link without an address shows that and offers to choose one [STUDIO-232]', async () => {
    const { user, value } = show({ ...oneOfEachKind.Link, href: '' });
    expect(screen.getAllByText('No address yet')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Choose…' }));
    expect(value().href).toBe('/news');
  });

  test('of a picture is valid once a picture is chosen [STUDIO-232]', async () => {
    const { user, value } = show(newComponent('Image'));
    await user.click(screen.getByRole('button', { name: 'Choose a picture' }));
    expect(z.safeParse(ContentComponent, value()).success).toBe(true);
  });
});

describe('a checklist', () => {
  const list: ComponentOf<'Checklist'> = {
    id: 'a',
    type: 'Checklist',
    items: [
      { id: 'one', content: [{ type: 'text', text: 'One' }] },
      { id: 'two', content: [{ type: 'text', text: 'Two' }] },
    ],
  };

  test('has the heading level that it has for readers of a page without headers [STUDIO-234]', () => {
    show({ ...list, title: 'Before the meeting' });
    expect(screen.getByRole('heading', { level: 2, name: 'Before the meeting' })).toBeDefined();
  });

  test('gains an entry with Enter and loses an empty one with Backspace, and entries keep their ids [STUDIO-234]', () => {
    const { value } = show(list, { focusAt: 'end' });
    press('Item 2', 'Enter');
    expect(
      value()
        .items.map(({ id }) => id)
        .slice(0, 2),
    ).toEqual(['one', 'two']);
    expect(value().items).toHaveLength(3);
    expect(document.activeElement).toBe(box('Item 3'));
    press('Item 3', 'Backspace');
    expect(value().items).toEqual(list.items);
    expect(document.activeElement).toBe(box('Item 2'));
  });

  test('ends with Enter in an empty last entry', () => {
    const onEnterAtEnd = vi.fn();
    const { value } = show(list, { focusAt: 'end', onEnterAtEnd });
    press('Item 2', 'Enter');
    press('Item 3', 'Enter');
    expect(onEnterAtEnd).toHaveBeenCalledOnce();
    expect(value().items).toEqual(list.items);
  });
});

describe('a table', () => {
  test.each([
    ['removes the row above', [[0], [2], [3]], 'Row 3'],
    ['adds two rows above', [[0], [null], [null], [1], [2], [3]], 'Row 3'],
    ['removes the row below', [[0], [1], [2]], 'Row 3'],
    ['removes the row itself', [[0], [1], [3]], 'Row 4'],
    ['removes it and all rows below', [[0], [1]], 'Row 2'],
  ] as Array<[string, Array<[number | null]>, string]>)(
    'table keeps the caret in the row when someone else %s, or in what took its place [STUDIO-317]',
    async (_, after, expected) => {
      const cellOf = (row: number | null) => (row === null ? [] : [{ type: 'text' as const, text: `Row ${row + 1}` }]);
      const tableOf = (rows: Array<[number | null]>): ComponentOf<'Table'> => ({
        ...oneOfEachKind.Table,
        align: ['Left', 'Left'],
        header: [],
        rows: rows.map(([row]) => [cellOf(null), cellOf(row)]),
      });
      const onChange = vi.fn();
      const before = tableOf([[0], [1], [2], [3]]);
      const { rerender } = render(<EditableBlock component={before} onChange={onChange} />);
      fireEvent.focus(screen.getByRole('button', { name: /: Row 3$/ }));
      expect(document.activeElement?.textContent).toBe('Row 3');
      rerender(<EditableBlock component={tableOf(after)} onChange={onChange} />);
      expect(document.activeElement?.getAttribute('role')).toBe('textbox');
      expect(document.activeElement?.textContent).toBe(expected);
      expect(onChange).not.toHaveBeenCalled();
    },
  );

  test('table keeps its tools until a press outside has ended, so that what is pressed stays under the pointer [STUDIO-324]', async () => {
    const { user } = show(oneOfEachKind.Table);
    const outside = document.createElement('button');
    document.body.append(outside);
    await user.click(screen.getByRole('button', { name: /: 73$/ }));
    const tools = screen.getByRole('toolbar');
    await user.pointer({ keys: '[MouseLeft>]', target: outside });
    act(() => outside.focus());
    await new Promise((done) => setTimeout(done));
    expect(tools.isConnected).toBe(true);
    await user.pointer({ keys: '[/MouseLeft]', target: outside });
    await waitFor(() => expect(tools.isConnected).toBe(false));
    outside.remove();
  });

  test('table keeps the caret in the column when someone else adds and removes columns [STUDIO-317]', () => {
    const { Table: before } = oneOfEachKind;
    const { rerender } = render(<EditableBlock component={before} onChange={vi.fn()} />);
    const text = plainInline(before.rows[0]![1]!);
    fireEvent.focus(screen.getByRole('button', { name: new RegExp(`row 2, column 2: ${text}$`, 'i') }));
    expect(document.activeElement?.textContent).toBe(text);
    const wider = addColumn(before, 0);
    rerender(<EditableBlock component={wider} onChange={vi.fn()} />);
    expect(document.activeElement?.textContent).toBe(text);
    rerender(<EditableBlock component={removeColumn(removeColumn(wider, 0), 0)} onChange={vi.fn()} />);
    expect(document.activeElement?.textContent).toBe(text);
  });

  test('is navigated cell by cell with Tab, which leaves it after the last cell [STUDIO-235]', async () => {
    const { user, value } = show(oneOfEachKind.Table, { focusAt: 'start' });
    expect(document.activeElement).toBe(box('Cell in row 1, column 1'));
    press('Cell in row 1, column 1', 'Tab');
    paste('Cell in row 1, column 2', 's');
    expect(
      value()
        .header[1]?.map((inline) => (inline.type === 'text' ? inline.text : ''))
        .join(''),
    ).toBe('Factors');
    press('Cell in row 1, column 2', 'Tab');
    press('Cell in row 2, column 1', 'Tab', { shiftKey: true });
    expect(document.activeElement).toBe(box('Cell in row 1, column 2'));
    await user.click(screen.getByRole('button', { name: /Cell in row 2, column 2/ }));
    const isLeft = press('Cell in row 2, column 2', 'Tab');
    expect(isLeft).toBe(true);
  });

  test('gains and loses rows and columns with its toolbar and Ctrl+Enter [STUDIO-235]', async () => {
    const { user, value } = show(oneOfEachKind.Table, { focusAt: 'start' });
    press('Cell in row 1, column 1', 'Enter', { ctrlKey: true });
    expect(value().rows).toHaveLength(2);
    expect(document.activeElement).toBe(box('Cell in row 2, column 1'));
    const tools = within(screen.getByRole('toolbar', { name: 'Rows and columns' }));
    await user.click(tools.getByRole('button', { name: 'Add column after' }));
    expect([value().align.length, value().header.length, value().rows[0]?.length]).toEqual([3, 3, 3]);
    await user.click(tools.getByRole('button', { name: 'Remove column' }));
    await user.click(tools.getByRole('button', { name: 'Remove row' }));
    expect(value()).toEqual(oneOfEachKind.Table);
  });
});
