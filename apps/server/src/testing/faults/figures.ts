import { appendFileSync } from 'node:fs';

/** The cost of a fault. */
export interface FaultFigures {
  fault: string;
  /** Changes that were acknowledged around the fault, and how many of them were lost. */
  acknowledged: number;
  lost: number;
  /** Successful reads, and the longest that a reader waited for one, including retries. */
  reads: number;
  longestReadMs: number;
}

/** Prints the figures of a fault, and adds them to the table of `npm run check:faults`. */
export function reportFault(figures: FaultFigures): void {
  const { fault, acknowledged, lost, reads, longestReadMs } = figures;
  // oxlint-disable-next-line no-console -- the figures are what these tests are run for
  console.log(
    `${fault}: ${acknowledged} changes acknowledged, ${lost} lost; ${reads} reads, the longest ${Math.round(longestReadMs)} ms`,
  );
  const file = process.env['PORTICO_FAULTS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
