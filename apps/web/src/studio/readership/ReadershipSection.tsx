import { ReadershipKind } from '@portico/contracts/studio/readership';
import type { StudioKind } from '@portico/contracts/studio/draft';
import { classes } from '@portico/ui/classes';
import { useQuery } from '@tanstack/react-query';
import field from '../controls/Field.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { readershipQuery } from './readership.queries.ts';
import { ReadershipChart } from './ReadershipChart.tsx';
import { ReadershipFacts } from './ReadershipFacts.tsx';

const PERIOD = '30';

interface SectionProps {
  itemId: string;
  kind: StudioKind;
  className?: string | undefined;
}

/** How many people read a published item in the last month, beside its settings; nothing if its kind isn't counted. */
export function ReadershipSection({ kind, ...item }: SectionProps) {
  return ReadershipKind.safeParse(kind).success ? <LastMonth {...item} /> : null;
}

function LastMonth({ itemId, className }: Omit<SectionProps, 'kind'>) {
  const asked = { ...readershipQuery(itemId, PERIOD), throwOnError: false };
  const { data: item, error, refetch, isFetching } = useQuery(asked);
  return (
    <section aria-labelledby="readership-title" className={classes(field.group, className)}>
      <h3 id="readership-title" className={field.groupTitle}>
        {t('readership.section')}
      </h3>
      {error && !item && (
        <LoadError title={t('readership.sectionFailed')} error={error} onRetry={refetch} isRetrying={isFetching} />
      )}
      {item && (
        <>
          <ReadershipFacts item={item} />
          <ReadershipChart labelledBy="readership-title" item={item} period={PERIOD} />
          <PortalLink href={`/studio/readership/${itemId}?days=${PERIOD}`}>{t('readership.more')}</PortalLink>
        </>
      )}
    </section>
  );
}
