/** Stopping must not hang the terminal; the database recovers from being killed. */
const LIMIT_MS = 20_000;

export interface Shutdown {
  /** Aborted as soon as stopping begins. */
  signal: AbortSignal;
  /** Registers a stop function. They run in reverse order. */
  onStop(stop: () => Promise<void> | void): void;
  /** Stops everything and ends the process. Further calls and signals have no effect. */
  stop(exitCode: number): Promise<void>;
}

/**
 * Stops everything once and in order: on Ctrl-C, SIGTERM, SIGHUP, when the parent process is killed, or when `stop` is
 * called. Exits with 0 after a signal.
 */
export function prepareShutdown(): Shutdown {
  const steps: (() => Promise<void> | void)[] = [];
  const controller = new AbortController();
  let stopping: Promise<void> | undefined;

  async function stopAll(exitCode: number): Promise<void> {
    controller.abort();
    setTimeout(() => process.exit(exitCode || 1), LIMIT_MS).unref();
    let code = exitCode;
    // A startup in progress may still add steps.
    for (let step = steps.pop(); step; step = steps.pop()) {
      try {
        await step();
      } catch (error) {
        process.stderr.write(`${(error as Error).message}\n`);
        code ||= 1;
      }
    }
    process.exit(code);
  }
  const stop = (exitCode: number) => (stopping ??= stopAll(exitCode));

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping && process.stdout.isTTY) process.stdout.write('\nStopping\n');
      void stop(0);
    });
  }
  process.once('disconnect', () => void stop(0));
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (controller.signal.aborted) return;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      void stop(1);
    });
  }
  return { signal: controller.signal, onStop: (step) => void steps.push(step), stop };
}
