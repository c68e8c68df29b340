import { cpus } from 'node:os';

type Stop = () => Promise<void>;

export interface Program {
  /** Prints a line. */
  log(line: string): void;
  /** Registers what to stop at the end or on Ctrl-C. Runs in reverse order. */
  onStop(stop: Stop): void;
  /** Stops everything started so far, for use in the middle of measuring. */
  stopAll(): Promise<void>;
  /** Aborted if the program has to end early. */
  signal: AbortSignal;
}

/**
 * Measures, stops everything that was started, and exits: with 1 after an error, with 130 after a signal, otherwise
 * with 0.
 */
export async function runProgram(measure: (program: Program) => Promise<void>): Promise<void> {
  const stops: Stop[] = [];
  const early = new AbortController();
  let leaving: Promise<void> | undefined;

  async function stopAll(): Promise<void> {
    for (let stop = stops.pop(); stop; stop = stops.pop())
      await stop().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  const leave = (code: number): Promise<void> => (leaving ??= stopAll().then(() => process.exit(code)));
  const leaveEarly = () => {
    early.abort();
    void leave(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, leaveEarly);
  // The parent process, which npm runs, has exited.
  process.once('disconnect', leaveEarly);

  try {
    await measure({
      log: (line) => process.stdout.write(`${line}\n`),
      onStop: (stop) => void stops.push(stop),
      stopAll,
      signal: early.signal,
    });
    await leave(0);
  } catch (error) {
    if (!early.signal.aborted) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    await leave(1);
  }
}

/** "2 × Some Processor". */
export const processorName = () => `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`;

/** When and on what a result was measured, so that results can be compared. */
export const runFacts = () => ({ date: new Date().toISOString(), node: process.version, processor: processorName() });
