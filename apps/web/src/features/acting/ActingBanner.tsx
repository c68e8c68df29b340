import { endViewing, VIEWING_PREFIX } from '@portico/contracts/admin/people';
import type { getActing } from '@portico/contracts/acting';
import type { CallResult } from '@portico/contracts/endpoint';
import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import Eye from 'lucide-react/icons/eye';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useReloadOn } from '../../api/useReloadOn.ts';
import { timeLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { readActingFor } from '../../sign-in/actingFor.ts';
import { actingQuery } from './acting.queries.ts';
import styles from './ActingBanner.module.css';
import { switchPerson, writeActingFor } from '../../sign-in/switchPerson.ts';

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** The viewing by which this tab shows the portal as somebody else. */
function readViewingId(): string | undefined {
  const actingFor = readActingFor();
  return actingFor?.startsWith(VIEWING_PREFIX) ? actingFor.slice(VIEWING_PREFIX.length) : undefined;
}

/** Goes back to the person’s page. Without the header of the viewing, its end can be recorded. */
function leave(viewingId: string, personId: string | undefined): void {
  writeActingFor();
  void call(endViewing, { params: { viewingId } }, { keepalive: true }).catch(() => undefined);
  switchPerson(undefined, personId === undefined ? '/admin/people' : `/admin/people?person=${personId}`);
}

/**
 * Says for whom the user acts in this tab, or as whom they see the portal, with the way back. Goes back when that ends.
 */
export function ActingBanner() {
  const cache = useQueryClient();
  const banner = useRef<HTMLElement>(null);
  const [viewingId] = useState(readViewingId);
  const { data, error } = useQuery(actingQuery());
  useReloadOn('acting', actingQuery());
  // Another call was refused, perhaps because the right has ended.
  useEffect(() => {
    const { queryKey } = actingQuery();
    return cache.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey[1] !== queryKey[1] && isForbidden(query.state.error))
        void cache.invalidateQueries({ queryKey });
    });
  }, [cache]);
  const hasEnded = isForbidden(error);
  useEffect(() => {
    if (hasEnded)
      switchPerson(undefined, viewingId === undefined ? '/delegates?ended=1' : '/admin/people?viewing=ended');
  }, [hasEnded, viewingId]);
  // Bars that stay at the top are below the banner.
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--acting-height', `${banner.current?.offsetHeight ?? 0}px`),
    );
    observer.observe(banner.current!);
    return () => {
      observer.disconnect();
      style.removeProperty('--acting-height');
    };
  }, []);
  const Icon = viewingId === undefined ? UserRoundCheck : Eye;
  return (
    <section
      ref={banner}
      className={styles.banner}
      aria-label={viewingId === undefined ? t('acting.banner') : t('acting.viewingBanner')}
    >
      <Icon className={styles.icon} aria-hidden="true" />
      <p className={styles.text} role="status">
        {viewingId === undefined ? actingLabel(data) : viewingLabel(data)}
      </p>
      <Button
        size="small"
        onPress={() => (viewingId === undefined ? switchPerson(undefined) : leave(viewingId, data?.person.id))}
      >
        {viewingId === undefined ? t('acting.back') : t('acting.stopViewing')}
      </Button>
    </section>
  );
}

type Acting = CallResult<typeof getActing> | undefined;

const actingLabel = (acting: Acting): string =>
  acting ? t('acting.actingFor', { name: acting.person.name }) : t('acting.actingForSomebody');

function viewingLabel(acting: Acting): string {
  if (acting?.viewingEndsAt === undefined) return t('acting.viewingSomebody');
  return t('acting.viewing', { name: acting.person.name, time: timeLabel(acting.viewingEndsAt) });
}
