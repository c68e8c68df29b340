import type { RichText } from '@portico/contracts/richText';
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

/** Opens a text whose code for reading formatted text is on its way until the function that it returns is called. */
async function openText(initial: string): Promise<() => void> {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  vi.resetModules();
  vi.doMock('../paste/readClipboard.ts', async (load) => {
    await arrival;
    return await load<object>();
  });
  const { RichTextEditor } = await import('./RichTextEditor.tsx');
  function Story() {
    const [value, setValue] = useState(rich(initial));
    return <RichTextEditor label="Story" value={value} onChange={setValue} focusAt="end" />;
  }
  render(<Story />);
  return arrive;
}

beforeEach(() => () => vi.doUnmock('../paste/readClipboard.ts'));

test('formatted text that is pasted before its reader is there is plain at once and formatted later, before what was typed meanwhile [STUDIO-300]', async () => {
  const arrive = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', 'fell twice');
  expect(box().textContent).toBe('Rates fell twice');
  paste('', ' this year.');
  expect(box().querySelector('strong')).toBeNull();
  arrive();
  await waitFor(() => expect(box().querySelector('strong')?.textContent).toBe('twice'));
  expect(box().textContent).toBe('Rates fell twice this year.');
  paste('', ' So far.');
  expect(box().textContent).toBe('Rates fell twice this year. So far.');
});

test('words that were pasted before their reader was there and changed since stay as they are [STUDIO-300]', async () => {
  const arrive = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', 'fell twice');
  fireEvent.keyDown(box(), { key: 'a', ctrlKey: true });
  paste('', 'Nothing fell.');
  arrive();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(box().textContent).toBe('Nothing fell.');
});

test('what is pasted without plain words goes where the caret was [STUDIO-300]', async () => {
  const arrive = await openText('Rates ');
  paste('<p>fell <b>twice</b></p>', '');
  paste('', ' this year.');
  arrive();
  await waitFor(() => expect(box().textContent).toBe('Rates fell twice this year.'));
});
