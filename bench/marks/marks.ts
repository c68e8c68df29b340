import { table } from '../results.ts';
import type { PairResult, SideResult } from './pair.ts';

/** One row of the table of marks. */
export interface Mark {
  work: string;
  measured: number;
  /** The value that a release must reach. */
  must: number;
  /** The value that the best in the field reach. */
  worldClass: number;
  unit: '' | 'ms' | 'MiB' | 'KB' | 'files' | 'points';
  /** Whether more is better, as for ratios of responses per second, and points. */
  isMoreBetter: boolean;
  /** Lowest and highest value of the rounds; the worse one gives the verdict. */
  spread?: [number, number];
  /** What a ratio of two servers is made of: rates, times and CPU of both, and of the floor. */
  pair?: PairResult;
}

const DIGITS: Record<Mark['unit'], number> = { '': 2, ms: 1, MiB: 0, KB: 0, files: 0, points: 0 };

/** The measured value, or that of the worst round. */
const worstOf = ({ measured, spread, isMoreBetter }: Mark): number => spread?.[isMoreBetter ? 0 : 1] ?? measured;

type Verdict = 'world class' | 'met' | 'missed';

export function verdictOf(mark: Mark): Verdict {
  const worst = worstOf(mark);
  const reaches = (goal: number) => (mark.isMoreBetter ? worst >= goal : worst <= goal);
  if (reaches(mark.worldClass)) return 'world class';
  return reaches(mark.must) ? 'met' : 'missed';
}

const cpuOf = (side: SideResult | undefined): string =>
  side ? `${side.serverCpuMs.toFixed(2)} + ${side.postgresCpuMs.toFixed(2)}` : '';

export function tableOfMarks(marks: Mark[]): string {
  return table(
    ['', 'median', 'worst', 'must', 'world class', 'verdict', 'to floor', 'CPU ms per call', 'of the other'],
    marks.map((mark) => {
      const show = (value: number) => `${value.toFixed(DIGITS[mark.unit])} ${mark.unit}`.trim();
      return [
        mark.work,
        show(mark.measured),
        mark.spread ? show(worstOf(mark)) : '',
        show(mark.must),
        show(mark.worldClass),
        verdictOf(mark),
        mark.pair?.toFloor?.toFixed(2) ?? '',
        cpuOf(mark.pair?.portal),
        cpuOf(mark.pair?.base),
      ];
    }),
  );
}
