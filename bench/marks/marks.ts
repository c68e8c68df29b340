import { table } from '../results.ts';

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
  /** Lowest and highest value of the rounds. */
  spread?: [number, number];
}

const DIGITS: Record<Mark['unit'], number> = { '': 2, ms: 1, MiB: 0, KB: 0, files: 0, points: 0 };

function verdict({ measured, must, worldClass, isMoreBetter }: Mark): string {
  const reaches = (goal: number) => (isMoreBetter ? measured >= goal : measured <= goal);
  if (reaches(worldClass)) return 'world class';
  return reaches(must) ? 'met' : 'missed';
}

export function tableOfMarks(marks: Mark[]): string {
  return table(
    ['', 'measured', 'lowest-highest', 'must', 'world class', 'verdict'],
    marks.map((mark) => {
      const show = (value: number) => `${value.toFixed(DIGITS[mark.unit])} ${mark.unit}`.trim();
      return [
        mark.work,
        show(mark.measured),
        mark.spread ? mark.spread.map((value) => value.toFixed(2)).join('-') : '',
        show(mark.must),
        show(mark.worldClass),
        verdict(mark),
      ];
    }),
  );
}
