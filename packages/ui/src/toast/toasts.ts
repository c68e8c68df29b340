export type ToastType = 'success' | 'error' | 'warning' | 'info';

interface ToastAction {
  label: string;
  onPress: () => void;
}

/** A short message. Source: spec §3 Toast. */
export interface Toast {
  /** `toast-` followed by a random string. */
  id: string;
  message: string;
  type: ToastType;
  /** Milliseconds until it expires; 0 keeps it until it is closed. */
  duration: number;
  /** An action related to the message, such as "Undo". */
  action?: ToastAction | undefined;
  /** A second action, shown next to the first. */
  otherAction?: ToastAction | undefined;
}

export const DEFAULT_TOAST_DURATION_MS = 5000;

type ToastQueue = typeof import('./toastQueue.ts');
const queue = Promise.withResolvers<ToastQueue>();
const firstUse = Promise.withResolvers<void>();

/** Resolves at the first toast. */
export const firstToast = firstUse.promise;

/** Loads the queue in which toasts wait. Rejects if its code can't be loaded; a later call tries again. */
export async function loadToastQueue(): Promise<ToastQueue> {
  const loaded = await import('./toastQueue.ts');
  queue.resolve(loaded);
  return loaded;
}

/** Changes share one promise chain, so that they take effect in order. */
function change(apply: (loaded: ToastQueue) => void): void {
  firstUse.resolve();
  void queue.promise.then(apply);
}

/** Shows a message in the ToastRegion and returns its id. Type defaults to info, duration to 5000 ms. */
export function showToast(
  message: string,
  options: Partial<Pick<Toast, 'type' | 'duration' | 'action' | 'otherAction'>> = {},
): string {
  const toast: Toast = {
    id: `toast-${crypto.randomUUID()}`,
    message,
    type: 'info',
    duration: DEFAULT_TOAST_DURATION_MS,
    ...options,
  };
  change((loaded) => loaded.addToast(toast));
  return toast.id;
}

export function removeToast(id: string): void {
  change((loaded) => loaded.closeToast(id));
}

export function clearToasts(): void {
  change((loaded) => loaded.closeAllToasts());
}
