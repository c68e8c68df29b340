import type { InsightPeriod } from '@portico/contracts/studio/insights';
import type { ItemReadership } from '@portico/contracts/studio/readership';
import { t } from '../../locale/text.ts';
import { dayLabel } from '../dayLabel.ts';
import { StepChart } from '../StepChart.tsx';
import styles from '../StepChart.module.css';
import { countLabel, percentLabel, shareLabel, stepsOf } from './readershipLabels.ts';

interface ReadershipChartProps {
  /** Id of the heading that names the table. */
  labelledBy: string;
  item: Pick<ItemReadership, 'days'> & { downloads: object | null };
  period: InsightPeriod;
}

/** Readers as a share of the audience over time, as bars, with the same numbers as a table. */
export function ReadershipChart({ labelledBy, item: { days, downloads }, period }: ReadershipChartProps) {
  const steps = stepsOf(days, period);
  if (steps.length === 0) return <p>{t('readership.notYet')}</p>;
  const shares = steps.map(({ day, readers, audience }) => ({ day, size: readers.least / audience }));
  const largest = Math.max(...shares.map(({ size }) => size));
  return (
    <>
      <StepChart steps={shares} largest={largest} largestLabel={percentLabel(largest)} />
      <details>
        <summary>{t('readership.asTable')}</summary>
        <div className={styles.wide}>
          <table className={styles.table} aria-labelledby={labelledBy}>
            <thead>
              <tr>
                <th scope="col">{t('readership.day')}</th>
                <th scope="col">{t('readership.readers')}</th>
                <th scope="col">{t('readership.audience')}</th>
                <th scope="col">{t('readership.share')}</th>
                {downloads && <th scope="col">{t('readership.downloadsColumn')}</th>}
              </tr>
            </thead>
            <tbody>
              {steps.map((step) => (
                <tr key={step.day}>
                  <th scope="row">{dayLabel(step.day)}</th>
                  <td>{countLabel(step.readers)}</td>
                  <td>{step.audience.toLocaleString('en-US')}</td>
                  <td>{shareLabel(step) || '–'}</td>
                  {downloads && <td>{countLabel(step.downloads)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </>
  );
}
