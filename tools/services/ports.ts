import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const RETRY_MS = 200;

/**
 * Waits until no process listens on the port, because a predecessor may still be stopping. If the port stays in use,
 * throws with what to do.
 */
export async function waitForFreePort(port: number, options: { setting: string; waitMs: number }): Promise<void> {
  if (port === 0) return;
  const deadline = Date.now() + options.waitMs;
  while (!(await isFree(port))) {
    if (Date.now() > deadline) {
      throw new Error(
        `Port ${port} is in use by another program. Stop that program, or choose another port: ${options.setting}=${port + 10} npm start`,
      );
    }
    await sleep(RETRY_MS);
  }
}

/** The error's message, or, for a port taken since it was checked, a message that says what to do. */
export function startProblem(error: unknown): string {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
  if (code !== 'EADDRINUSE') return message;
  return `Port ${port} is now in use by another program. Stop that program, or choose other ports with PORT, DEV_IDP_PORT and DEV_MAILBOX_PORT.`;
}

/** A port that is free right now. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Below the range that systems use for outgoing connections, one of which could otherwise take a port of the block
 * before it is used.
 */
const BLOCKS = { first: 20_000, last: 32_000 };

/** The first of `count` consecutive ports that are free right now. */
export async function findFreeBlock(count: number): Promise<number> {
  for (;;) {
    const first = BLOCKS.first + Math.floor(Math.random() * (BLOCKS.last - BLOCKS.first));
    const areFree = await Promise.all(Array.from({ length: count }, (_, index) => isFree(first + index)));
    if (!areFree.includes(false)) return first;
  }
}

async function isFree(port: number): Promise<boolean> {
  const inUse = await Promise.all(
    ['127.0.0.1', '::1'].map(
      (host) =>
        new Promise<boolean>((done) => {
          const probe = createServer();
          probe.once('error', (error: NodeJS.ErrnoException) => done(error.code === 'EADDRINUSE'));
          probe.listen({ port, host, exclusive: true }, () => probe.close(() => done(false)));
        }),
    ),
  );
  return !inUse.includes(true);
}
