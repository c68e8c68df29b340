import { topicLabel, type CreditLine } from '@portico/kinds/credits';
import { t } from '../../../locale/text.ts';
import styles from './EventFacts.module.css';

/** What those who are there earn. */
export function CreditsFact({ lines }: { lines: CreditLine[] }) {
  return (
    <div>
      <dt>{t('credits.countsFor')}</dt>
      <dd>
        <ul className={styles.speakers}>
          {lines.map((line) => (
            <li key={topicLabel(line)}>{t('credits.topicHours', { topic: topicLabel(line), hours: line.hours })}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
