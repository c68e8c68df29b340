import { explainAudience } from '@portico/contracts/audience';
import { Button } from '@portico/ui/Button';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { query } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { dimensionLabel, factLabel } from '../factLabels.ts';
import type { WhyShownProps } from './WhyShown.tsx';
import styles from './WhyShown.module.css';

/** Opens an explanation of which of the reader's facts match an item's audience. It names nobody else. */
export default function WhyShownButton({ itemId, isFoot = false }: WhyShownProps) {
  const [isOpen, setIsOpen] = useState(false);
  const answerId = useId();
  return (
    <div className={styles.why} data-foot={isFoot || undefined} data-print="hidden">
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={answerId}
        onPress={() => setIsOpen(!isOpen)}
      >
        {t('audience.why')}
      </Button>
      <div id={answerId} role="status" className={styles.answer}>
        {isOpen && <Answer itemId={itemId} />}
      </div>
    </div>
  );
}

function Answer({ itemId }: { itemId: string }) {
  const { data, isError } = useQuery({
    ...query(explainAudience, { params: { itemId } }),
    throwOnError: false,
  });
  if (isError) return <p>{t('audience.failed')}</p>;
  if (!data) return null;
  if (data.isForEveryone) return <p>{t('audience.everyone')}</p>;
  if (data.matched.length === 0) return <p>{t('audience.notLeftOut')}</p>;
  return (
    <>
      <p>{t('audience.byFacts')}</p>
      <ul className={styles.facts}>
        {data.matched.map(({ dimension, values }) => (
          <li key={dimension}>
            {dimension === 'person'
              ? t('audience.named')
              : t('audience.fact', {
                  dimension: dimensionLabel(dimension),
                  values: values.map((value) => factLabel(dimension, value)).join(', '),
                })}
          </li>
        ))}
      </ul>
    </>
  );
}
