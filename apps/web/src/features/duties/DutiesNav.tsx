import type { DutyState } from '@portico/contracts/duties';
import { useQuery } from '@tanstack/react-query';
import { SectionNav } from '../../kit/SectionNav.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { dutiesQuery } from './duties.queries.ts';

export const dutiesHref = (state: DutyState, page?: string): string =>
  `/duties${stringifySearch({ state: state === 'Open' ? undefined : state, page })}`;
export const CREDITS_HREF = '/duties/credits';
export const TEAM_HREF = '/duties/team';

/** The reader's own confirmations by state, and those of their people if somebody reports to them. */
export function DutiesNav({ current }: { current: string }) {
  const { data } = useQuery(dutiesQuery({}));
  const counts = data?.counts;
  return (
    <SectionNav
      label={t('duties.which')}
      current={current}
      pages={[
        { href: dutiesHref('Open'), label: t('duties.open'), count: counts?.open },
        { href: dutiesHref('Overdue'), label: t('duties.overdue'), count: counts?.overdue },
        { href: dutiesHref('Done'), label: t('duties.done'), count: counts?.done },
        { href: CREDITS_HREF, label: t('duties.credits') },
        ...(typeof counts?.team === 'number' || current === TEAM_HREF
          ? [{ href: TEAM_HREF, label: t('shared.teamTitle'), count: counts?.team ?? undefined }]
          : []),
      ]}
    />
  );
}
