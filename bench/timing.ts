export interface Times {
  p50Ms: number;
  p95Ms: number;
  maxMs: number;
}

/** Milliseconds that `work` takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const sorted = (values: number[]): number[] => values.toSorted((a, b) => a - b);

/** The middle value, or the mean of the two middle values. */
export function median(values: number[]): number {
  const inOrder = sorted(values);
  const middle = inOrder.length / 2;
  return inOrder.length % 2 === 1 ? inOrder[Math.floor(middle)]! : (inOrder[middle - 1]! + inOrder[middle]!) / 2;
}

export const timesOf = (values: number[]): Times => ({
  p50Ms: median(values),
  p95Ms: sorted(values)[Math.floor(values.length * 0.95)]!,
  maxMs: Math.max(...values),
});
