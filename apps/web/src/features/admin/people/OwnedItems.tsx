import { listLeftItems } from '@portico/contracts/studio/owners';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../api/query.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { t } from '../../../locale/text.ts';

/** Items that a disabled person still owns, for administrators who may hand them over. */
export function OwnedItems({ userId, name }: { userId: string; name: string }) {
  const { data } = useQuery({ ...query(listLeftItems, { query: { person: userId } }), throwOnError: false });
  if (!data || data.total === 0) return null;
  return (
    <p>
      {t('people.ownedItems', { count: data.total, name })}{' '}
      <PortalLink href={`/studio/owners?person=${userId}`}>{t('people.handOver')}</PortalLink>
    </p>
  );
}
