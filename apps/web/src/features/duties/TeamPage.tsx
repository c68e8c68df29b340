import { remindTeam, TeamState, type TeamDuty } from '@portico/contracts/dutyTeam';
import { ApiError } from '@portico/client/ApiError';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { CREDITS_HREF, DutiesNav, TEAM_HREF } from './DutiesNav.tsx';
import styles from './DutiesPage.module.css';
import { dayLabel } from './dayLabel.ts';
import { teamQuery, type TeamQuery } from './duties.queries.ts';

const listTexts = (): ListTexts => ({
  one: t('duties.duty'),
  many: t('duties.duties'),
  none: t('duties.teamNone'),
  noMatch: t('duties.teamNoMatch'),
  advice: t('duties.noMatchAdvice'),
  loading: t('duties.teamLoading'),
  pages: t('duties.pages'),
});

function readQuery(search: Record<string, unknown>): TeamQuery {
  const number = readPage(search);
  const state = TeamState.safeParse(search['state']).data;
  const { person } = search;
  return {
    ...(state === 'Overdue' ? { state } : {}),
    ...(typeof person === 'string' ? { person } : {}),
    ...(number > 1 ? { page: String(number) } : {}),
  };
}

const ALL = '*';

/** What the people who report to the reader must confirm, overdue first, with reminders. */
export function Page() {
  const query = readQuery(useSearch({ strict: false }));
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { data: list, isPlaceholderData } = useQuery(teamQuery(query));
  const [reminding, setReminding] = useState<string>();
  const hrefOf = (next: Partial<Record<keyof TeamQuery, unknown>>) =>
    `${TEAM_HREF}${stringifySearch({ ...query, page: undefined, ...next })}`;
  const change = (next: Partial<Record<keyof TeamQuery, unknown>>) =>
    void navigate({ to: hrefOf(next), replace: true, resetScroll: false });
  const clear = () => void navigate({ to: TEAM_HREF });
  const { state, person } = query;
  const filters = { ...(state ? { state } : {}), ...(person === undefined ? {} : { person }) };
  const remind = async (duty?: TeamDuty) => {
    setReminding(duty?.id ?? ALL);
    try {
      const { people } = await call(remindTeam, { body: duty ? { duties: [duty.id] } : filters });
      showToast(people === 0 ? t('duties.teamRemindedNobody') : t('duties.saidReminded', { count: people }), {
        type: people === 0 ? 'info' : 'success',
      });
    } catch (error) {
      showToast(error instanceof ApiError ? error.detail : t('duties.teamRemindFailed'), { type: 'error' });
    } finally {
      await cache.invalidateQueries({ queryKey: ['duties'] });
      setReminding(undefined);
    }
  };
  const isFiltered = Object.keys(filters).length > 0;
  const [none, noneAdvice] =
    list?.people.length === 0
      ? (['duties.teamNobody', 'duties.teamNobodyAdvice'] as const)
      : (['duties.teamNone', 'duties.teamNoneAdvice'] as const);
  return (
    <div className={settings.page}>
      <PageHeading title={t('shared.teamTitle')} />
      <p className={settings.lead}>{t('duties.teamLead')}</p>
      <DutiesNav current={TEAM_HREF} />
      {list && list.people.length > 0 && (
        <>
          <div className={rows.filters}>
            <Select<string>
              label={t('duties.teamPerson')}
              value={person ?? ALL}
              options={[
                { value: ALL, label: t('duties.teamEveryone', { count: list.counts.open }) },
                ...list.people.map(({ id, name, open }) => ({
                  value: id,
                  label: t('duties.teamOne', { name, count: open }),
                })),
              ]}
              onChange={(chosen) => change({ person: chosen === ALL ? undefined : chosen })}
            />
            <Select<string>
              label={t('duties.teamWhich')}
              value={state ?? ALL}
              options={[
                { value: ALL, label: t('duties.teamOpen', { count: list.counts.open }) },
                { value: 'Overdue', label: t('duties.teamOverdue', { count: list.counts.overdue }) },
              ]}
              onChange={(chosen) => change({ state: chosen === ALL ? undefined : chosen })}
            />
          </div>
          {person !== undefined && (
            <p>
              <PortalLink href={`${CREDITS_HREF}${stringifySearch({ person })}`}>
                {t('duties.teamCredits', { name: list.people.find(({ id }) => id === person)?.name ?? '' })}
              </PortalLink>
            </p>
          )}
          {list.total > 0 && (
            <div className={rows.tools}>
              <Button
                variant="primary"
                pending={reminding === ALL}
                isDisabled={list.canRemind === 0}
                onPress={() => void remind()}
              >
                {t('duties.teamRemindAll')}
              </Button>
              <p className={rows.facts}>
                {list.canRemind === 0
                  ? t('duties.teamAllReminded')
                  : t('duties.teamCanRemind', { count: list.canRemind, total: list.total })}
              </p>
            </div>
          )}
        </>
      )}
      <RowList<TeamDuty>
        texts={listTexts()}
        list={list}
        isStale={isPlaceholderData}
        page={Number(query.page ?? 1)}
        hrefOf={(to) => hrefOf({ page: to })}
        renderItem={(duty) => (
          <TeamRow duty={duty} isPending={reminding === duty.id} onRemind={() => void remind(duty)} />
        )}
        rowHeight="3.5rem"
        isDense
        icon={<UsersRound />}
        onClear={clear}
        empty={isFiltered ? undefined : { title: t(none), description: t(noneAdvice) }}
      />
    </div>
  );
}

function TeamRow({ duty, isPending, onRemind }: { duty: TeamDuty; isPending: boolean; onRemind: () => void }) {
  const { person, title, path, dueDate, isOverdue, remindedAt, canRemind } = duty;
  const what = title ?? t('duties.teamHidden');
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <p className={rows.title}>{person.name}</p>
        <p className={styles.statement}>{path === null ? what : <PortalLink href={path}>{what}</PortalLink>}</p>
        <p className={rows.facts}>
          {t('duties.dueOn', { day: dayLabel(dueDate) })}
          {remindedAt !== null &&
            ` · ${t('duties.teamReminded', { when: `${eventDateLabel(remindedAt)}, ${timeLabel(remindedAt)}` })}`}
        </p>
      </div>
      <div className={rows.tools}>
        {isOverdue && <StatusLabel tone="danger">{t('duties.isOverdue')}</StatusLabel>}
        {canRemind && (
          <Button
            size="small"
            pending={isPending}
            aria-label={t('duties.teamRemindOf', { name: person.name, title: what })}
            onPress={onRemind}
          >
            {t('duties.teamRemind')}
          </Button>
        )}
      </div>
    </div>
  );
}
