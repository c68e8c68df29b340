// The only module that uses React Aria's toast queue, which is still marked unstable.
import { UNSTABLE_ToastQueue as ToastQueue } from 'react-aria-components/Toast';
import type { Toast } from './toasts.ts';

const MAX_VISIBLE = 4;

export const toastQueue = new ToastQueue<Toast>({ maxVisibleToasts: MAX_VISIBLE });

const keys = new Map<string, string>();

export function addToast(toast: Toast): void {
  const options = { onClose: () => keys.delete(toast.id), ...(toast.duration > 0 ? { timeout: toast.duration } : {}) };
  keys.set(toast.id, toastQueue.add(toast, options));
}

export function closeToast(id: string): void {
  const key = keys.get(id);
  if (key !== undefined) toastQueue.close(key);
}

export function closeAllToasts(): void {
  toastQueue.clear();
  keys.clear();
}
