import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Starts a thread that ends this process when it exceeds its memory or CPU time. No file can prevent that. */
export async function startGuard(): Promise<void> {
  const guard = new Worker(new URL('./processGuard.ts', import.meta.url));
  await once(guard, 'online');
  guard.unref();
}
