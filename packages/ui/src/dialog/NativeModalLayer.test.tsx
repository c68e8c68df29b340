import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ModalLayer } from './NativeModalLayer.tsx';

beforeEach(() => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});

test('a file field in a dialog for foreign pages does not close it when no file is chosen [PROD-022]', () => {
  const onOpenChange = vi.fn();
  render(
    <ModalLayer isOpen onOpenChange={onOpenChange} name={{ label: 'Send a file' }} styles={{ panel: '' }}>
      <label>
        File <input type="file" />
      </label>
    </ModalLayer>,
  );
  const cancel = () => new Event('cancel', { bubbles: true, cancelable: true });
  fireEvent(screen.getByLabelText('File'), cancel());
  expect(onOpenChange).not.toHaveBeenCalled();
  fireEvent(screen.getByRole('dialog', { name: 'Send a file' }), cancel());
  expect(onOpenChange.mock.calls).toEqual([[false]]);
});
