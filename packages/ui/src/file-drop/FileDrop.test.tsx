import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FileDrop } from './FileDrop.tsx';

const file = new File(['x'], 'receipt.pdf', { type: 'application/pdf' });
const drop = (text: string) =>
  fireEvent.drop(screen.getByText(text), { dataTransfer: { files: [file], types: ['Files'] } });

test('files arrive from the picker, the same one twice, and by dropping', async () => {
  const onFiles = vi.fn();
  const { container } = render(<FileDrop label="Receipts" onFiles={onFiles} accept=".pdf" />);
  const input = container.querySelector('input')!;
  await userEvent.upload(input, file);
  await userEvent.upload(input, file);
  expect(onFiles).toHaveBeenCalledTimes(2);
  drop('or drop them here');
  expect(onFiles).toHaveBeenCalledTimes(3);
  expect(onFiles).toHaveBeenLastCalledWith([file]);
});

test('a field for one file asks for one in its button and its hint [OPS-432]', async () => {
  const onFiles = vi.fn();
  render(<FileDrop label="Receipt" onFiles={onFiles} isMultiple={false} />);
  screen.getByRole('button', { name: 'Choose a file for Receipt' });
  drop('or drop it here');
  expect(onFiles).toHaveBeenCalledWith([file]);
});

test('the keyboard reaches the button, which opens the file picker', async () => {
  const { container } = render(<FileDrop label="Receipts" onFiles={() => undefined} isMultiple={false} />);
  const opened = vi.spyOn(container.querySelector('input')!, 'click');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file for Receipts' }));
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

test('a full field accepts no more files', () => {
  const onFiles = vi.fn();
  render(<FileDrop label="Receipts" onFiles={onFiles} isFull />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose files for Receipts' }).disabled).toBe(true);
  drop('No more files can be added.');
  expect(onFiles).not.toHaveBeenCalled();
});
