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
import page from '../list/StudioPage.module.css';
import { whenLabel } from './entryLabels.ts';

const listTexts = (): ListTexts => ({
  one: t('formsDesk.formOne'),
  many: t('formsDesk.forms'),
  none: t('formsDesk.noForms'),
  noMatch: t('formsDesk.noFormMatches'),
  advice: t('formsDesk.noMatchAdvice'),
  loading: t('formsDesk.loadingForms'),
  pages: t('formsDesk.formPages'),
});

/** Every form that was ever published, with its entries that wait. */
export function Page() {
  const [text = ''] = valuesOf(useSearch({ strict: false }), 'text');
  const navigate = useNavigate();
  const { data } = useQuery(formListQuery());
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
      <ListSearch label={t('formsDesk.find')} text={text} onChange={(changed) => change(changed.text)} />
      <RowList
        texts={listTexts()}
        list={items && { items, page: 1, pageSize: Math.max(items.length, 1), total: items.length }}
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
  const { formId, title, path, entries, newEntries, inWork, lastReceivedAt } = form;
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
        {inWork > 0 && <StatusLabel tone="warning">{t('formsDesk.inWorkCount', { count: inWork })}</StatusLabel>}
        {entries > 0 && <StatusLabel>{t('formsDesk.totalCount', { count: entries })}</StatusLabel>}
      </div>
    </div>
  );
}
