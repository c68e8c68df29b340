export type ToastType = 'success' | 'error' | 'warning' | 'info';

interface ToastAction {
  label: string;
  onPress: () => void;
}

/** A short message. Source: spec §3 Toast. */
export interface Toast {
  /** `toast-` and a random string. */
  id: string;
  message: string;
  type: ToastType;
  /** Milliseconds until it expires; 0 shows it until it is closed. */
  duration: number;
  /** An action about it, such as "Undo". */
  action?: ToastAction | undefined;
  /** Another one beside it. */
  otherAction?: ToastAction | undefined;
}

export const DEFAULT_TOAST_DURATION_MS = 5000;

type ToastQueue = typeof import('./toastQueue.ts');
const queue = Promise.withResolvers<ToastQueue>();
const firstUse = Promise.withResolvers<void>();

/** Resolves with the first toast. */
export const toastsAreUsed = firstUse.promise;

/** Loads the queue, where toasts wait for it. Rejects when its code can't be loaded; a later call tries again. */
export async function loadToastQueue(): Promise<ToastQueue> {
  const loaded = await import('./toastQueue.ts');
  queue.resolve(loaded);
  return loaded;
}

/** One promise for all changes, so that they take effect in their order. */
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
