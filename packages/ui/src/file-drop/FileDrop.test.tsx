import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FileDrop } from './FileDrop.tsx';

const file = new File(['x'], 'receipt.pdf', { type: 'application/pdf' });
const drop = (text: string) =>
  fireEvent.drop(screen.getByText(text), { dataTransfer: { files: [file], types: ['Files'] } });

test('files can be chosen in the picker, the same one twice, or dropped', async () => {
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

test('the button and hint of a field for one file ask for a single file [OPS-432]', async () => {
  const onFiles = vi.fn();
  render(<FileDrop label="Receipt" onFiles={onFiles} isMultiple={false} />);
  screen.getByRole('button', { name: 'Choose a file for Receipt' });
  drop('or drop it here');
  expect(onFiles).toHaveBeenCalledWith([file]);
});

test('the button that opens the file picker can be reached by keyboard', async () => {
  const { container } = render(<FileDrop label="Receipts" onFiles={() => undefined} isMultiple={false} />);
  const opened = vi.spyOn(container.querySelector('input')!, 'click');
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file for Receipts' }));
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenCalledOnce();
});

test('a full file field accepts no more files', () => {
  const onFiles = vi.fn();
  render(<FileDrop label="Receipts" onFiles={onFiles} isFull />);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose files for Receipts' }).disabled).toBe(true);
  drop('No more files can be added.');
  expect(onFiles).not.toHaveBeenCalled();
});

test('a folder is chosen with all its files, except hidden ones, and files can be chosen afterward [DESK-235]', async () => {
  const fileAt = (path: string) =>
    Object.defineProperty(new File(['x'], path.split('/').at(-1)!), 'webkitRelativePath', { value: path });
  Object.defineProperty(HTMLInputElement.prototype, 'webkitdirectory', {
    value: false,
    writable: true,
    configurable: true,
  });
  onTestFinished(() => void Reflect.deleteProperty(HTMLInputElement.prototype, 'webkitdirectory'));
  const onFiles = vi.fn<(files: File[]) => void>();
  const { container } = render(<FileDrop label="Pictures" takesFolders onFiles={onFiles} />);
  const input = container.querySelector('input')!;
  const asked: boolean[] = [];
  input.addEventListener('click', () => asked.push(input.webkitdirectory));
  await userEvent.click(screen.getByRole('button', { name: 'Choose a folder for Pictures' }));
  fireEvent.change(input, {
    target: {
      files: [
        fileAt('trip/one.png'),
        fileAt('trip/.DS_Store'),
        fileAt('trip/.git/two.png'),
        fileAt('trip/day/two.png'),
      ],
    },
  });
  expect(onFiles.mock.calls[0]![0].map(({ webkitRelativePath }) => webkitRelativePath)).toEqual([
    'trip/one.png',
    'trip/day/two.png',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Choose files for Pictures' }));
  expect(asked).toEqual([true, false]);
});

test('a browser that can’t choose folders has no button for them [DESK-235]', () => {
  render(<FileDrop label="Pictures" takesFolders onFiles={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'Choose a folder for Pictures' })).toBeNull();
});
