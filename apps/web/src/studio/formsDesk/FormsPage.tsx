import { formDeskPath, type FormOverview } from '@portico/contracts/forms';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { formListQuery } from '../../features/forms/forms.queries.ts';
import type { ListTexts } from '../../kit/list/ListResults.tsx';
import { ListSearch } from '../../kit/list/ListSearch.tsx';
import { RowList } from '../../kit/list/RowList.tsx';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch, valuesOf } from '../../routing/searchParams.ts';
import { StudioNav } from '../StudioNav.tsx';
import page from '../StudioPage.module.css';
import { AssignedEntries } from './AssignedEntries.tsx';
import { deskHref } from './deskAddress.ts';
import { whenLabel } from './entryLabels.ts';
import { assignedEntriesQuery } from './formsDesk.queries.ts';

const listTexts = (): ListTexts => ({
  one: t('formsDesk.formOne'),
  many: t('formsDesk.forms'),
  none: t('formsDesk.noForms'),
  noMatch: t('formsDesk.noFormMatches'),
  advice: t('formsDesk.noMatchAdvice'),
  loading: t('formsDesk.loadingForms'),
  pages: t('formsDesk.formPages'),
});

/** What waits for the signed-in person, and every form that was ever published, with its entries that wait. */
export function Page() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const [text = ''] = valuesOf(search, 'text');
  const assignedPage = valuesOf(search, 'assigned').find((value) => /^[1-9]\d{0,2}$/.test(value)) ?? '1';
  const navigate = useNavigate();
  const { data } = useQuery(formListQuery());
  const { data: assigned } = useQuery(assignedEntriesQuery(assignedPage));
  // Both appear together, so that the list of forms doesn’t jump.
  const isReady = data !== undefined && assigned !== undefined;
  const typed = text.toLowerCase();
  const items = data?.items
    .filter(({ title }) => title.toLowerCase().includes(typed))
    .map((form) => ({ ...form, id: form.formId }));
  const change = (next: string) =>
    void navigate({
      to: `/studio/forms${stringifySearch({ text: next || undefined })}`,
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={page.page}>
      <PageHeading title={t('formsDesk.title')} />
      <StudioNav current="/studio/forms" />
      {text === '' && isReady && assigned && <AssignedEntries list={assigned} />}
      <ListSearch label={t('formsDesk.find')} text={text} onChange={(changed) => change(changed.text)} />
      <RowList
        texts={listTexts()}
        list={
          items && isReady ? { items, page: 1, pageSize: Math.max(items.length, 1), total: items.length } : undefined
        }
        isStale={false}
        page={1}
        hrefOf={() => '/studio/forms'}
        renderItem={(form) => <FormRow form={form} />}
        isDense
        icon={<ClipboardList />}
        onClear={() => change('')}
        empty={text === '' ? { title: t('formsDesk.noForms'), description: t('formsDesk.noFormsAdvice') } : undefined}
      />
    </div>
  );
}

function FormRow({ form }: { form: FormOverview }) {
  const { formId, title, path, entries, newEntries, inWork, overdue, lastReceivedAt } = form;
  return (
    <div className={rows.row}>
      <div className={rows.what}>
        <PortalLink href={formDeskPath(formId)} className={rows.title}>
          {title}
        </PortalLink>
        <p className={rows.facts}>
          {lastReceivedAt === null
            ? t('formsDesk.noneReceived')
            : t('formsDesk.lastReceived', { when: whenLabel(lastReceivedAt) })}
        </p>
      </div>
      <div className={rows.labels}>
        {path === null && <StatusLabel>{t('formsDesk.notLive')}</StatusLabel>}
        {newEntries > 0 && <StatusLabel tone="accent">{t('formsDesk.newCount', { count: newEntries })}</StatusLabel>}
        {overdue > 0 && (
          <PortalLink href={deskHref(formId, {}, { due: 'Overdue' })}>
            <StatusLabel tone="danger">{t('formsDesk.overdueCount', { count: overdue })}</StatusLabel>
          </PortalLink>
        )}
        {inWork > 0 && <StatusLabel tone="warning">{t('formsDesk.inWorkCount', { count: inWork })}</StatusLabel>}
        {entries > 0 && <StatusLabel>{t('formsDesk.totalCount', { count: entries })}</StatusLabel>}
      </div>
    </div>
  );
}
