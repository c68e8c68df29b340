import { DutyState, type Duty } from '@portico/contracts/duties';
import { Button } from '@portico/ui/Button';
import { receiptUrl } from '@portico/contracts/proofs/receiptUrl';
import { LinkButton } from '@portico/ui/LinkButton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import BadgeCheck from 'lucide-react/icons/badge-check';
import { useReloadOn } from '../../api/useReloadOn.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import settings from '../../kit/SettingsPage.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import { readPage } from '../../routing/listFilters.ts';
import { confirmedLabel } from './confirmedLabel.ts';
import { dayLabel } from './dayLabel.ts';
import { DutiesNav, dutiesHref } from './DutiesNav.tsx';
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

/** What the reader must confirm, first due first, and what they have confirmed, with their records. */
export function Page() {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const state = DutyState.safeParse(search['state']).data ?? 'Open';
  const page = readPage(search);
  const navigate = useNavigate();
  const query = dutiesQuery({ ...(state === 'Open' ? {} : { state }), ...(page > 1 ? { page: String(page) } : {}) });
  const { data: list, isPlaceholderData } = useQuery(query);
  useReloadOn('todo', query);
  const openFirst = () => void navigate({ to: dutiesHref(state) });
  return (
    <div className={settings.page}>
      <PageHeading title={t('shared.dutiesTitle')} />
      <p className={settings.lead}>{t('duties.lead')}</p>
      <DutiesNav current={dutiesHref(state)} />
      <RowList<Duty>
        texts={listTexts(state)}
        list={list}
        isStale={isPlaceholderData}
        page={page}
        hrefOf={(to) => dutiesHref(state, to)}
        renderItem={(duty) => <DutyRow duty={duty} />}
        rowHeight="4.5rem"
        rowCount={4}
        isDense
        icon={<BadgeCheck />}
        onClear={openFirst}
        empty={{ title: t(empty[state][0]), description: t(empty[state][1]) }}
      />
    </div>
  );
}

function DutyRow({ duty }: { duty: Duty }) {
  const { id, itemId, title, path, statement, dueDate, isOverdue, reason, changed, confirmedAt, confirmedBy, receipt } =
    duty;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        {path === null ? (
          <p className={rows.title}>{title}</p>
        ) : (
          <PortalLink
            href={confirmedAt === null && itemId !== null ? `${path}?from=duties` : path}
            className={rows.title}
          >
            {title}
          </PortalLink>
        )}
        <p className={styles.statement} dir="auto">
          {statement}
        </p>
        <p className={rows.facts}>
          {confirmedAt === null
            ? t('duties.dueOn', { day: dayLabel(dueDate) })
            : confirmedLabel(confirmedAt, confirmedBy)}
          {reason !== null && ` · ${t('duties.again', { reason })}`}
        </p>
        {changed.length > 0 && (
          <p className={rows.facts}>
            {t('duties.sectionsChanged', { count: changed.length, names: namesOf(changed) })}
          </p>
        )}
      </div>
      {isOverdue && (
        <div className={rows.labels}>
          <StatusLabel tone="danger">{t('duties.isOverdue')}</StatusLabel>
        </div>
      )}
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
