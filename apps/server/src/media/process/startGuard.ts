import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { programFile } from '../../locations.ts';

/** Starts a thread that ends this process if it exceeds its memory or CPU time. No file can prevent that. */
export async function startGuard(): Promise<void> {
  const guard = new Worker(programFile('processGuard'));
  await once(guard, 'online');
  guard.unref();
}
