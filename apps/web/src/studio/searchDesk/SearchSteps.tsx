import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import type { SearchInsights } from '@portico/contracts/studio/insights';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { dayLabel } from '../dayLabel.ts';
import { StepChart } from '../StepChart.tsx';
import { countLabel } from './countLabel.ts';
import styles from '../StepChart.module.css';

/** Searches over time as bars, with the same numbers as a table. */
export function SearchSteps({ insights: { steps } }: { insights: SearchInsights }) {
  const most = Math.max(MIN_SHOWN_COUNT, ...steps.map(({ searches }) => searches ?? 0));
  return (
    <section className={page.section} aria-labelledby="search-steps">
      <h2 id="search-steps" className={page.subtitle}>
        {t('searchDesk.overTime')}
      </h2>
      <StepChart
        steps={steps.map(({ from, searches }) => ({ day: from, size: searches ?? 1 }))}
        largest={most}
        largestLabel={most.toLocaleString('en-US')}
      />
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
