import type { RichText } from '@portico/kinds/richText';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

const rich = (text: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text && { content: [{ type: 'text', text }] }) }],
});
const box = () => screen.getByRole('textbox', { name: 'Story' });
const paste = (html: string, text: string) =>
  fireEvent.paste(box(), {
    clipboardData: { getData: (type: string) => (type === 'text/html' ? html : text), files: [] },
  });

/** Opens a text editor whose paste reader does not load until the returned function is called. */
async function openText(initial: string): Promise<() => void> {
  let finishLoading = () => {};
  const loaded = new Promise<void>((resolve) => {
    finishLoading = resolve;
  });
  vi.resetModules();
  vi.doMock('../paste/readClipboard.ts', async (load) => {
    await loaded;
    return await load<object>();
  });
  const { RichTextEditor } = await import('./RichTextEditor.tsx');
  function Story() {
    const [value, setValue] = useState(rich(initial));
    return <RichTextEditor label="Story" value={value} onChange={setValue} focusAt="end" />;
  }
  render(<Story />);
  return finishLoading;
}

beforeEach(() => () => vi.doUnmock('../paste/readClipboard.ts'));

test('formatted text pasted before the reader has loaded is inserted as plain text and formatted later, before text typed in the meantime [STUDIO-300]', async () => {
  const finishLoading = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', 'fell twice');
  expect(box().textContent).toBe('Rates fell twice');
  paste('', ' this year.');
  expect(box().querySelector('strong')).toBeNull();
  finishLoading();
  await waitFor(() => expect(box().querySelector('strong')?.textContent).toBe('twice'));
  expect(box().textContent).toBe('Rates fell twice this year.');
  paste('', ' So far.');
  expect(box().textContent).toBe('Rates fell twice this year. So far.');
});

test('text pasted before the reader has loaded stays as it is if it was changed in the meantime [STUDIO-300]', async () => {
  const finishLoading = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', 'fell twice');
  fireEvent.keyDown(box(), { key: 'a', ctrlKey: true });
  paste('', 'Nothing fell.');
  finishLoading();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(box().textContent).toBe('Nothing fell.');
});

test('content pasted without plain text goes where the caret was [STUDIO-300]', async () => {
  const finishLoading = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', '');
  paste('', ' this year.');
  finishLoading();
  await waitFor(() => expect(box().textContent).toBe('Rates fell twice this year.'));
});
