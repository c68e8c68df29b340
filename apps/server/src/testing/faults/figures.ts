import { appendFileSync } from 'node:fs';

/** What a fault cost. */
export interface FaultFigures {
  fault: string;
  /** Changes that were answered with success around the fault; those of them that are gone. */
  acknowledged: number;
  lost: number;
  /** Reads that were answered, and the longest that a reader waited for one, retries included. */
  reads: number;
  longestReadMs: number;
}

/** Prints the figures of a fault, also into the table of `npm run check:faults`. */
export function reportFault(figures: FaultFigures): void {
  const { fault, acknowledged, lost, reads, longestReadMs } = figures;
  // oxlint-disable-next-line no-console -- the figures are what these tests are run for
  console.log(
    `${fault}: ${acknowledged} changes acknowledged, ${lost} lost; ${reads} reads, the longest ${Math.round(longestReadMs)} ms`,
  );
  const file = process.env['PORTICO_FAULTS_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}
