import { onTopic } from '../api/liveTopics.ts';
import { useHasRole } from '../api/useHasRole.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '../locale/text.ts';
import { SectionNav } from '../kit/SectionNav.tsx';
import { accessQuery, waitingQuery } from './studio.queries.ts';

type StudioPath =
  | '/studio'
  | '/studio/overview'
  | '/studio/waiting'
  | '/studio/events'
  | '/studio/forms'
  | '/studio/media'
  | '/studio?kind=home'
  | '/studio/confirmations'
  | '/studio/credits'
  | '/studio/releases'
  | '/studio/redirects'
  | '/studio/menu'
  | '/studio/filing'
  | '/studio/search'
  | '/studio/insights'
  | '/studio/roles'
  | '/studio/approvals'
  | '/studio/checks';

/** The pages of the studio, with the number of items waiting for the signed-in person. */
export function StudioNav({ current }: { current: StudioPath }) {
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const isEditor = useHasRole('editor');
  const hasItems = access?.hasItems ?? false;
  const { data: waiting, refetch } = useQuery({ ...waitingQuery(), throwOnError: false, enabled: hasItems });
  useEffect(() => (hasItems ? onTopic('studio', () => void refetch()) : undefined), [hasItems, refetch]);
  const pages: Array<{ href: StudioPath; label: string; count?: number | undefined }> = [
    ...(access?.hasItems === false
      ? []
      : [
          { href: '/studio' as const, label: t('studio.allItems') },
          { href: '/studio/overview' as const, label: t('studio.overview') },
          { href: '/studio/waiting' as const, label: t('studio.waitingForMe'), count: waiting?.items.length },
        ]),
    ...(access?.hasItems === false
      ? []
      : [
          { href: '/studio/media' as const, label: t('studio.media') },
          { href: '/studio?kind=home' as const, label: t('studio.homePages') },
        ]),
    ...(access?.mayCreate ? [{ href: '/studio/events' as const, label: t('studio.eventsDesk') }] : []),
    ...(access?.maySeeConfirmations
      ? [{ href: '/studio/confirmations' as const, label: t('studio.confirmations') }]
      : []),
    ...(isEditor ? [{ href: '/studio/forms' as const, label: t('studio.formsDesk') }] : []),
    ...(access?.mayOversee ? [{ href: '/studio/credits' as const, label: t('studio.credits') }] : []),
    ...(access?.mayRelease
      ? [
          { href: '/studio/releases' as const, label: t('studio.releases') },
          { href: '/studio/redirects' as const, label: t('studio.redirects') },
        ]
      : []),
    ...(access?.mayManage
      ? [
          { href: '/studio/menu' as const, label: t('studio.menu') },
          { href: '/studio/filing' as const, label: t('studio.filing') },
          { href: '/studio/search' as const, label: t('studio.searchDesk') },
          { href: '/studio/insights' as const, label: t('studio.insights') },
          { href: '/studio/roles' as const, label: t('studio.roles') },
          { href: '/studio/approvals' as const, label: t('studio.approvals') },
          { href: '/studio/checks' as const, label: t('studio.rules') },
        ]
      : []),
  ];
  return <SectionNav label={t('studio.studio')} pages={pages} current={current} />;
}
