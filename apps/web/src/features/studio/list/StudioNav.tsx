import { onTopic } from '../../../api/liveTopics.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '../../../locale/text.ts';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import { waitingQuery } from '../approval/approval.queries.ts';
import { accessQuery } from '../roles/roles.queries.ts';
import styles from './StudioNav.module.css';

type StudioPath =
  | '/studio'
  | '/studio/waiting'
  | '/studio/releases'
  | '/studio/redirects'
  | '/studio/roles'
  | '/studio/approvals'
  | '/studio/checks';

/** The pages of the studio, with how many items wait for the person who is signed in. */
export function StudioNav({ current }: { current: StudioPath }) {
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const { data: waiting, refetch } = useQuery({ ...waitingQuery(), throwOnError: false });
  useEffect(() => onTopic('studio', () => void refetch()), [refetch]);
  const pages: Array<{ href: StudioPath; label: string; count?: number | undefined }> = [
    { href: '/studio', label: t('studio.allItems') },
    { href: '/studio/waiting', label: t('studio.waitingForMe'), count: waiting?.items.length },
    ...(access?.mayRelease
      ? [
          { href: '/studio/releases' as const, label: t('studio.releases') },
          { href: '/studio/redirects' as const, label: t('studio.redirects') },
        ]
      : []),
    ...(access?.mayManage
      ? [
          { href: '/studio/roles' as const, label: t('studio.roles') },
          { href: '/studio/approvals' as const, label: t('studio.approvals') },
          { href: '/studio/checks' as const, label: t('studio.rules') },
        ]
      : []),
  ];
  return (
    <nav aria-label={t('studio.studio')} className={styles.nav}>
      {pages.map(({ href, label, count }) => (
        <PortalLink key={href} href={href} className={styles.page} aria-current={href === current ? 'page' : undefined}>
          {label}
          {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
        </PortalLink>
      ))}
    </nav>
  );
}
