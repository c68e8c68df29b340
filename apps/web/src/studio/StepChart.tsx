import { dayLabel } from './dayLabel.ts';
import styles from './StepChart.module.css';

interface StepChartProps {
  /** From the earliest to the latest; `size` is from 0 to `largest`. */
  steps: readonly { day: string; size: number }[];
  /** The size of a bar as high as the chart, at least the largest of `steps`. */
  largest: number;
  /** The largest size as text, such as "49%". */
  largestLabel: string;
}

/** Numbers over time as bars. Hidden from assistive technology, so a table with the numbers must follow. */
export function StepChart({ steps, largest, largestLabel }: StepChartProps) {
  return (
    <div aria-hidden="true">
      <p className={styles.scale}>{largestLabel}</p>
      <div className={styles.chart}>
        {steps.map(({ day, size }) => (
          <span
            key={day}
            className={styles.bar}
            style={{ blockSize: `${largest === 0 ? 0 : (size / largest) * 100}%` }}
          />
        ))}
      </div>
      <p className={styles.ends}>
        {[...new Set([steps[0], steps.at(-1)])].map((step) => step && <span key={step.day}>{dayLabel(step.day)}</span>)}
      </p>
    </div>
  );
}
