import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import Users from 'lucide-react/icons/users';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { PrintButton } from '../../kit/PrintButton.tsx';
import { t } from '../../locale/text.ts';
import page from '../StudioPage.module.css';
import { whenLabel } from './deskLabels.ts';
import styles from './print.module.css';
import { checkInQuery, deskEventQuery } from './eventsDesk.queries.ts';

/** Name badges, or a sheet to sign, for everyone with a spot. */
export function Page() {
  const { itemId } = useParams({ strict: false }) as { itemId: string };
  const { sheet }: Record<string, unknown> = useSearch({ strict: false });
  const isBadges = sheet === 'badges';
  const { data: event } = useQuery({ ...deskEventQuery(itemId), refetchInterval: false });
  // Paper must not show an old list, so a failure is not hidden.
  const { data: list } = useQuery({ ...checkInQuery(itemId), refetchInterval: false, throwOnError: true });
  const people = list?.items.filter(({ status }) => status === 'Registered') ?? [];
  const path = `/studio/events/${itemId}`;
  return (
    <div className={page.page}>
      <div className={styles.tools}>
        <PageHeading title={t(isBadges ? 'desk.badges' : 'desk.signIn')} />
        <p>
          <PortalLink href={path}>{event?.header ?? t('desk.backToEvent')}</PortalLink> ·{' '}
          <PortalLink href={`${path}/print${isBadges ? '' : '?sheet=badges'}`}>
            {t(isBadges ? 'desk.signIn' : 'desk.badges')}
          </PortalLink>
        </p>
        <PrintButton />
      </div>
      {(!event || !list) && <Skeleton shape="box" height="20rem" />}
      {event && list && people.length === 0 && (
        <EmptyState headingLevel={2} icon={<Users />} title={t('desk.nobodyHasASpot')} />
      )}
      {event && people.length > 0 && isBadges && (
        <ul className={styles.badges}>
          {people.map(({ id, name }) => (
            <li key={id} className={styles.badge}>
              <span className={styles.name}>{name}</span>
              <span className={styles.event}>{event.header}</span>
            </li>
          ))}
        </ul>
      )}
      {event && people.length > 0 && !isBadges && (
        <table className={styles.sheet}>
          <caption>
            {event.header}
            <br />
            {whenLabel(event)}
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('desk.name')}</th>
              <th scope="col">{t('desk.signature')}</th>
            </tr>
          </thead>
          <tbody>
            {people.map(({ id, name }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{'\u00A0'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
