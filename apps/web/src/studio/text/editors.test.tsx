import type { InlineText, RichText } from '@portico/kinds/richText';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ClipboardContent, EditorProps } from './editorProps.ts';
import { InlineTextEditor } from './InlineTextEditor.tsx';
import { LineEditor } from './LineEditor.tsx';
import { ListEditor } from './ListEditor.tsx';
import type { ListValue } from './models.ts';
import { PickersContext } from '../Pickers.ts';
import { RichTextEditor } from './RichTextEditor.tsx';

const rich = (...paragraphs: string[]): RichText => ({
  type: 'doc',
  content: paragraphs.map((text) => ({ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) })),
});
const inline = (text: string): InlineText => (text ? [{ type: 'text', text }] : []);

const box = () => screen.getByRole('textbox', { name: 'Story' });
const key = (name: string, more: object = {}) => fireEvent.keyDown(box(), { key: name, ...more });
/** Pastes content the way a browser provides it. */
const paste = (content: Partial<Record<'text/html' | 'text/plain', string>>, files: File[] = []) =>
  fireEvent.paste(box(), {
    clipboardData: { getData: (type: keyof typeof content) => content[type] ?? '', files },
  });

/** An editor whose value is the state of its parent, as with the session. */
function Rich({
  initial,
  onValue,
  ...rest
}: Partial<EditorProps<RichText>> & { initial: RichText; onValue?: (value: RichText) => void }) {
  const [value, setValue] = useState(initial);
  return (
    <RichTextEditor
      label="Story"
      {...rest}
      value={rest.value ?? value}
      onChange={(next) => {
        onValue?.(next);
        setValue(next);
      }}
    />
  );
}

describe('a rich text', () => {
  test('inserts pasted text at the caret and reports the new value [STUDIO-202]', () => {
    const onValue = vi.fn();
    render(<Rich initial={rich('Rates fell.')} onValue={onValue} focusAt="end" />);
    paste({ 'text/plain': ' Twice.' });
    expect(onValue).toHaveBeenLastCalledWith(rich('Rates fell. Twice.'));
    expect(box().textContent).toBe('Rates fell. Twice.');
  });

  test('keeps unedited blocks as the same objects, so that less is saved', () => {
    const initial = rich('One', 'Two');
    const onValue = vi.fn<(value: RichText) => void>();
    render(<Rich initial={initial} onValue={onValue} focusAt="end" />);
    paste({ 'text/plain': '!' });
    expect(onValue.mock.lastCall?.[0].content[0]).toBe(initial.content[0]);
  });

  test('requests a new paragraph on Enter at its end, and a split elsewhere [STUDIO-203]', () => {
    const onEnterAtEnd = vi.fn();
    const onSplit = vi.fn();
    const callbacks = { onEnterAtEnd, onSplit };
    const { unmount } = render(<Rich initial={rich('Rates')} focusAt="end" {...callbacks} />);
    key('Enter');
    expect(onEnterAtEnd).toHaveBeenCalledOnce();
    unmount();
    render(<Rich initial={rich('Rates')} focusAt="start" {...callbacks} />);
    key('Enter');
    expect(onSplit).toHaveBeenCalledExactlyOnceWith(rich(''), rich('Rates'));
  });

  test('splits its own paragraph without a callback for Enter', () => {
    const onValue = vi.fn();
    render(<Rich initial={rich('Rates')} focusAt="end" onValue={onValue} />);
    key('Enter');
    expect(onValue).toHaveBeenLastCalledWith(rich('Rates', ''));
  });

  test('reports Backspace at its start and arrow keys that leave it [STUDIO-203]', () => {
    const onBackspaceAtStart = vi.fn();
    const onArrowOut = vi.fn();
    render(<Rich initial={rich('Rates')} focusAt="start" {...{ onBackspaceAtStart, onArrowOut }} />);
    key('Backspace');
    expect(onBackspaceAtStart).toHaveBeenCalledOnce();
    key('ArrowLeft');
    expect(onArrowOut).toHaveBeenLastCalledWith('up');
  });

  test('leaves undo and redo to the session [STUDIO-203]', () => {
    const onUndo = vi.fn();
    const onRedo = vi.fn();
    render(<Rich initial={rich('Rates')} focusAt="end" {...{ onUndo, onRedo }} />);
    key('z', { ctrlKey: true });
    key('Z', { ctrlKey: true, shiftKey: true, keyCode: 90 });
    key('y', { ctrlKey: true });
    expect([onUndo.mock.calls.length, onRedo.mock.calls.length]).toEqual([1, 2]);
  });

  test('opens the insert menu on "/" only while it is empty [STUDIO-203]', () => {
    const onSlash = vi.fn();
    const { unmount } = render(<Rich initial={rich('')} focusAt="start" onSlash={onSlash} />);
    fireEvent.keyPress(box(), { key: '/', charCode: 47 });
    expect(onSlash).toHaveBeenCalledOnce();
    unmount();
    render(<Rich initial={rich('and')} focusAt="end" onSlash={onSlash} />);
    fireEvent.keyPress(box(), { key: '/', charCode: 47 });
    expect(onSlash).toHaveBeenCalledOnce();
  });

  test('updates to an external value, and passes pasted files to the canvas', () => {
    const onPaste = vi.fn((_: ClipboardContent) => true);
    const { rerender } = render(<Rich initial={rich('')} value={rich('One', 'Two')} onPaste={onPaste} />);
    rerender(<Rich initial={rich('')} value={rich('One', 'Three')} onPaste={onPaste} />);
    expect(box().textContent).toBe('OneThree');
    const file = new File(['x'], 'chart.png', { type: 'image/png' });
    paste({}, [file]);
    expect(onPaste.mock.lastCall?.[0]).toEqual({ files: [file] });
    expect(box().textContent).toBe('OneThree');
  });

  test('keeps the caret at the same letters when others change text around it [COWRITE-005]', () => {
    const onValue = vi.fn();
    const { rerender } = render(<Rich initial={rich('')} value={rich('One', 'Two')} focusAt="end" onValue={onValue} />);
    rerender(<Rich initial={rich('')} value={rich('Zero', 'One!', 'Two, too', 'End')} onValue={onValue} />);
    expect(onValue).not.toHaveBeenCalled();
    paste({ 'text/plain': '|' });
    expect(onValue).toHaveBeenLastCalledWith(rich('Zero', 'One!', 'Two|, too', 'End'));
  });

  test('refuses text that is too long to store, and announces it', () => {
    render(<Rich initial={rich('x'.repeat(19_999))} focusAt="end" />);
    paste({ 'text/plain': 'more' });
    expect(box().textContent).toHaveLength(19_999);
    expect(screen.getByRole('status').textContent).toContain('full');
  });
});

describe('the toolbar of a text', () => {
  test('opens with Alt+F10, is navigated with arrow keys, and returns to the text on Escape [STUDIO-204]', async () => {
    const user = userEvent.setup();
    const onValue = vi.fn();
    render(<Rich initial={rich('Rates')} focusAt="end" onValue={onValue} />);
    key('a', { ctrlKey: true });
    key('F10', { altKey: true });
    const toolbar = screen.getByRole('toolbar', { name: 'Format Story' });
    expect(document.activeElement).toBe(within(toolbar).getByRole('button', { name: /Bold/ }));
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(within(toolbar).getByRole('button', { name: /Italic/ }));
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(within(toolbar).getByRole('button', { name: /Code block/ }));
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(box());
  });

  test('toggles marks, like their keys, and shows which are on [STUDIO-204]', () => {
    const onValue = vi.fn();
    render(<Rich initial={rich('Rates')} focusAt="end" onValue={onValue} />);
    key('F10', { altKey: true });
    fireEvent.click(screen.getByRole('button', { name: /Bold/ }));
    expect(screen.getByRole('button', { name: /Bold/ }).getAttribute('aria-pressed')).toBe('true');
    key('b', { ctrlKey: true });
    expect(screen.getByRole('button', { name: /Bold/ }).getAttribute('aria-pressed')).toBe('false');
  });

  test('links text to a typed or chosen address, and refuses an unsafe one [STUDIO-205]', async () => {
    const user = userEvent.setup();
    const onValue = vi.fn();
    const link = vi.fn(async () => '/news');
    render(
      <PickersContext value={{ link }}>
        <Rich initial={rich('')} focusAt="end" onValue={onValue} />
      </PickersContext>,
    );
    key('k', { ctrlKey: true });
    const dialog = await screen.findByRole('dialog', { name: 'Add a link' });
    expect(document.activeElement).toBe(within(dialog).getByRole('textbox', { name: 'Address' }));
    await user.keyboard('javascript:alert(1)');
    await user.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(within(dialog).getAllByText(/That address can’t be used for a link/)).toHaveLength(1);
    expect(onValue).not.toHaveBeenCalled();
    await user.clear(within(dialog).getByRole('textbox', { name: 'Address' }));
    await user.type(within(dialog).getByRole('textbox', { name: 'Address' }), 'example.com{Enter}');
    const linked = (href: string, text: string): RichText => ({
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] }] }],
    });
    expect(onValue).toHaveBeenLastCalledWith(linked('https://example.com', 'https://example.com'));
    key('k', { ctrlKey: true });
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Choose…' }));
    await waitFor(() => expect(onValue).toHaveBeenLastCalledWith(linked('/news', 'https://example.com')));
    expect(link).toHaveBeenCalledWith('https://example.com');
  });
});

describe('a line', () => {
  test('accepts no line breaks and no text over its limit', () => {
    const onChange = vi.fn();
    const onEnterAtEnd = vi.fn();
    render(
      <LineEditor label="Story" value="Rates" onChange={onChange} maxLength={10} focusAt="end" {...{ onEnterAtEnd }} />,
    );
    paste({ 'text/plain': '\nfell' });
    expect(onChange).toHaveBeenLastCalledWith('Ratesfell');
    key('Enter');
    expect(onEnterAtEnd).toHaveBeenCalledOnce();
    paste({ 'text/plain': 'too much' });
    expect(onChange).toHaveBeenCalledOnce();
  });

  test('says that it is too long when what others wrote makes it so, until it is short enough [COWRITE-011]', () => {
    const line = (value: string) => (
      <LineEditor label="Story" value={value} onChange={() => undefined} maxLength={10} focusAt="end" />
    );
    const { rerender } = render(line('Rates'));
    rerender(line('Rates fell'));
    expect(screen.getByRole('status').textContent).toBe('');
    rerender(line('Rates fell.'));
    expect(screen.getByRole('status').textContent).toContain('full');
    expect(box().textContent).toBe('Rates fell.');
    rerender(line('Rates'));
    expect(screen.getByRole('status').textContent).toBe('');
  });
});

describe('a single paragraph', () => {
  test('gets a line break on Shift+Enter and splits on Enter', () => {
    const onChange = vi.fn();
    const onSplit = vi.fn();
    render(
      <InlineTextEditor label="Story" value={inline('Rates')} onChange={onChange} focusAt="end" onSplit={onSplit} />,
    );
    key('Enter', { shiftKey: true });
    expect(onChange).toHaveBeenLastCalledWith([{ type: 'text', text: 'Rates' }, { type: 'hardBreak' }]);
    key('Enter');
    expect(onSplit).toHaveBeenCalledExactlyOnceWith([{ type: 'text', text: 'Rates' }, { type: 'hardBreak' }], []);
  });
});

describe('a list', () => {
  test('indents on Tab, outdents on Shift+Tab, and ends on Enter in an empty last entry [STUDIO-206]', () => {
    const onChange = vi.fn<(next: ListValue) => void>();
    const onEnterAtEnd = vi.fn();
    const value: ListValue = { ordered: false, items: [{ content: inline('One') }, { content: inline('Two') }] };
    render(<ListEditor label="Story" {...value} onChange={onChange} focusAt="end" onEnterAtEnd={onEnterAtEnd} />);
    key('Tab');
    expect(onChange.mock.lastCall?.[0].items).toEqual([
      { content: inline('One'), items: [{ content: inline('Two') }] },
    ]);
    key('Tab', { shiftKey: true });
    expect(onChange.mock.lastCall?.[0].items).toEqual(value.items);
    key('Enter');
    expect(onChange.mock.lastCall?.[0].items).toEqual([...value.items, { content: [] }]);
    key('Enter');
    expect(onChange.mock.lastCall?.[0].items).toEqual(value.items);
    expect(onEnterAtEnd).toHaveBeenCalledOnce();
  });
});
