import { cpus } from 'node:os';

type Stop = () => Promise<void>;

export interface Program {
  tell(step: string): void;
  /** What is stopped at the end, or on Ctrl-C: the last one first. */
  onStop(stop: Stop): void;
  /** Stops what was started so far, in the middle of measuring. */
  stopAll(): Promise<void>;
  /** Aborted when the program has to end early. */
  signal: AbortSignal;
}

/**
 * Measures, stops everything that was started, and ends the process: with 1 after an error, 130 after a signal, else 0.
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
  // The program that npm runs went away.
  process.once('disconnect', leaveEarly);

  try {
    await measure({
      tell: (step) => process.stdout.write(`${step}\n`),
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

/** What a result needs to be compared with another: when, and on what, it was measured. */
export const runFacts = () => ({ date: new Date().toISOString(), node: process.version, processor: processorName() });
