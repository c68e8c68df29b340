import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Watches this process from a thread that ends it when it takes more memory or work than it may, which no file can keep it from. */
export async function startGuard(): Promise<void> {
  const guard = new Worker(new URL('./processGuard.ts', import.meta.url));
  await once(guard, 'online');
  guard.unref();
}
