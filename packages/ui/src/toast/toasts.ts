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
let queue: Promise<ToastQueue> | undefined;
const firstUse = Promise.withResolvers<void>();

/** Resolves with the first call of this module. */
export const toastsAreUsed = firstUse.promise;

/** The queue, loaded on first use. One promise for all calls, so that they take effect in their order. */
export function loadToastQueue(): Promise<ToastQueue> {
  firstUse.resolve();
  queue ??= import('./toastQueue.ts').catch((error: unknown) => {
    queue = undefined;
    throw error;
  });
  return queue;
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
  void loadToastQueue().then((loaded) => loaded.addToast(toast));
  return toast.id;
}

export function removeToast(id: string): void {
  void loadToastQueue().then((loaded) => loaded.closeToast(id));
}

export function clearToasts(): void {
  void loadToastQueue().then((loaded) => loaded.closeAllToasts());
}
