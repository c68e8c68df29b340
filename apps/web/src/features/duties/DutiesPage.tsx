import { DutyState, type Duty } from '@portico/contracts/duties';
import { Button } from '@portico/ui/Button';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { LinkButton } from '@portico/ui/LinkButton';
import { classes } from '@portico/ui/classes';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useEffect } from 'react';
import { onTopic } from '../../api/liveTopics.ts';
import { eventDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { ListResults, type ListTexts } from '../../kit/list/ListResults.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { SectionNav } from '../../kit/SectionNav.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { dutiesQuery } from './duties.queries.ts';
import styles from './DutiesPage.module.css';
import { saveRecord } from './saveRecord.ts';

const empty: Record<DutyState, [title: TextKey, advice: TextKey]> = {
  Open: ['duties.none', 'duties.noneAdvice'],
  Overdue: ['duties.noneOverdue', 'duties.noneOverdueAdvice'],
  Done: ['duties.noneDone', 'duties.noneDoneAdvice'],
};

const listTexts = (state: DutyState): ListTexts => ({
  one: t('duties.duty'),
  many: t('duties.duties'),
  none: t(empty[state][0]),
  noMatch: t(empty[state][0]),
  advice: t(empty[state][1]),
  loading: t('duties.loading'),
  pages: t('duties.pages'),
});
const skeleton = Array.from({ length: 4 }, (_, index) => <Skeleton key={index} shape="box" height="4.5rem" />);
const hrefOf = (state: DutyState, page = 1) =>
  `/duties${stringifySearch({ state: state === 'Open' ? undefined : state, page: page > 1 ? page : undefined })}`;

/** What the reader must confirm, first due first, and what they have confirmed, with their records. */
export function Page() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const state = DutyState.safeParse(search['state']).data ?? 'Open';
  const page = readPage(search);
  const navigate = useNavigate();
  const {
    data: list,
    isPlaceholderData,
    refetch,
  } = useQuery(dutiesQuery({ ...(state === 'Open' ? {} : { state }), ...(page > 1 ? { page: String(page) } : {}) }));
  useEffect(() => onTopic('todo', () => void refetch()), [refetch]);
  const openFirst = () => void navigate({ to: hrefOf(state) });
  return (
    <div className={settings.page}>
      <PageHeading title={t('shared.dutiesTitle')} />
      <p className={settings.lead}>{t('duties.lead')}</p>
      <SectionNav
        label={t('duties.which')}
        current={hrefOf(state)}
        pages={[
          { href: hrefOf('Open'), label: t('duties.open'), count: list?.counts.open },
          { href: hrefOf('Overdue'), label: t('duties.overdue'), count: list?.counts.overdue },
          { href: hrefOf('Done'), label: t('duties.done'), count: list?.counts.done },
        ]}
      />
      <ListResults<Duty>
        texts={listTexts(state)}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        pageSize={list?.pageSize ?? 1}
        hrefOf={(to) => hrefOf(state, to)}
        renderItem={(duty) => <DutyRow duty={duty} />}
        skeleton={skeleton}
        icon={<BadgeCheck />}
        onClear={openFirst}
        onFirstPage={openFirst}
        hasStickyPages={false}
        className={classes(rows.rows, styles.list)}
        nothing={
          <EmptyState
            headingLevel={2}
            icon={<BadgeCheck />}
            title={t(empty[state][0])}
            description={t(empty[state][1])}
          />
        }
      />
    </div>
  );
}

function DutyRow({ duty }: { duty: Duty }) {
  const { id, title, path, statement, dueDate, isOverdue, reason, changed, confirmedAt, receipt } = duty;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        {path === null ? (
          <p className={rows.title}>{title}</p>
        ) : (
          <PortalLink href={confirmedAt === null ? `${path}?from=duties` : path} className={rows.title}>
            {title}
          </PortalLink>
        )}
        <p className={styles.statement} dir="auto">
          {statement}
        </p>
        <p className={rows.facts}>
          {confirmedAt === null
            ? t('duties.dueOn', { day: dayLabel(dueDate) })
            : t('duties.confirmedOn', { when: `${eventDateLabel(confirmedAt)}, ${timeLabel(confirmedAt)}` })}
          {reason !== null && ` · ${t('duties.again', { reason })}`}
        </p>
        {changed.length > 0 && (
          <p className={rows.facts}>
            {t('duties.sectionsChanged', { count: changed.length, names: namesOf(changed) })}
          </p>
        )}
      </div>
      {isOverdue && <StatusLabel tone="warning">{t('duties.isOverdue')}</StatusLabel>}
      {receipt !== undefined && (
        <LinkButton href={receiptUrl(receipt)} download size="small" aria-label={t('duties.saveReceiptOf', { title })}>
          {t('duties.saveReceipt')}
        </LinkButton>
      )}
      {confirmedAt !== null && receipt === undefined && (
        <Button size="small" aria-label={t('duties.saveRecordOf', { title })} onPress={() => void saveRecord(id)}>
          {t('duties.saveRecord')}
        </Button>
      )}
    </div>
  );
}

/** More don’t fit in a line. */
const MAX_NAMES = 3;

function namesOf(headings: string[]): string {
  const names = headings.slice(0, MAX_NAMES).join(', ');
  const count = headings.length - MAX_NAMES;
  return count > 0 ? t('duties.andMore', { names, count }) : names;
}

const dayLabel = (day: string): string => eventDateLabel(`${day}T12:00:00Z`, 'UTC');
