import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { useEffect, useRef } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { t } from '../../locale/text.ts';
import { actingQuery } from './acting.queries.ts';
import styles from './ActingBanner.module.css';
import { switchPerson } from './switchPerson.ts';

const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Says for whom the user acts in this tab, with the way back. Goes back when the right ends. */
export function ActingBanner() {
  const cache = useQueryClient();
  const banner = useRef<HTMLElement>(null);
  const { data, error, refetch } = useQuery(actingQuery());
  useEffect(() => onTopic('acting', () => void refetch()), [refetch]);
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
    if (hasEnded) switchPerson(undefined, '/delegates?ended=1');
  }, [hasEnded]);
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
  return (
    <section ref={banner} className={styles.banner} aria-label={t('acting.banner')}>
      <UserRoundCheck className={styles.icon} aria-hidden="true" />
      <p className={styles.text} role="status">
        {data ? t('acting.actingFor', { name: data.person.name }) : t('acting.actingForSomebody')}
      </p>
      <Button size="small" onPress={() => switchPerson(undefined)}>
        {t('acting.back')}
      </Button>
    </section>
  );
}
