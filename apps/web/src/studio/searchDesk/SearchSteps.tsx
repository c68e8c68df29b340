import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import type { SearchInsights } from '@portico/contracts/studio/insights';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { countLabel } from './countLabel.ts';
import styles from '../StepChart.module.css';

/** Searches over time as bars, with the same numbers as a table. */
export function SearchSteps({ insights: { steps } }: { insights: SearchInsights }) {
  // Noon, so that the label has the same day in every time zone of the firm.
  const dayLabel = (day: string) => newsDateLabel(`${day}T17:00:00.000Z`);
  const most = Math.max(MIN_SHOWN_COUNT, ...steps.map(({ searches }) => searches ?? 0));
  return (
    <section className={page.section} aria-labelledby="search-steps">
      <h2 id="search-steps" className={page.subtitle}>
        {t('searchDesk.overTime')}
      </h2>
      <div className={styles.chart} aria-hidden="true">
        {steps.map(({ from, searches }) => (
          <span key={from} className={styles.bar} style={{ blockSize: `${((searches ?? 1) / most) * 100}%` }} />
        ))}
      </div>
      <details>
        <summary>{t('searchDesk.asTable')}</summary>
        <div className={styles.wide}>
          <table className={styles.table} aria-labelledby="search-steps">
            <thead>
              <tr>
                <th scope="col">{t('searchDesk.from')}</th>
                <th scope="col">{t('searchDesk.searches')}</th>
                <th scope="col">{t('searchDesk.unanswered')}</th>
              </tr>
            </thead>
            <tbody>
              {steps.map(({ from, searches, unanswered }) => (
                <tr key={from}>
                  <th scope="row">{dayLabel(from)}</th>
                  <td>{countLabel(searches)}</td>
                  <td>{countLabel(unanswered)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}
