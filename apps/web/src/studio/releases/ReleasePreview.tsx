import type { CallResult } from '@portico/contracts/endpoint';
import type { previewRelease, Release } from '@portico/contracts/studio/releases';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { PreviewReader, type PreviewOptions } from '../preview/PreviewReader.tsx';
import { PreviewSheet } from '../preview/PreviewSheet.tsx';
import { pageOfDraft } from '../preview/previews.queries.ts';
import { releasePreviewQuery } from './releases.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';
import { reasonOf } from '../reasonOf.ts';

type Preview = CallResult<typeof previewRelease>;

/** The portal as readers of an advisor type, or one person, will see it once the release is live. */
export function ReleasePreview({ release }: { release: Release }) {
  const [options, setOptions] = useState<PreviewOptions>({ of: 'Readers', advisorType: 'AdvisorCorporate' });
  const { data, error } = useQuery(releasePreviewQuery(release, readerOf(options)));
  return (
    <section aria-labelledby="release-preview" className={styles.section}>
      <h2 id="release-preview" className={styles.subtitle}>
        {t('releases.previewTitle')}
      </h2>
      <PreviewReader isForRelease value={options} onChange={setOptions} />
      {error !== null && (
        <p role="alert" className={styles.problem}>
          {reasonOf(error)}
        </p>
      )}
      {!data && error === null && <Skeleton shape="box" height="12rem" />}
      {data && error === null && (
        <>
          <Pages items={data.items} />
          <h3>{t('releases.previewLists')}</h3>
          <div className={styles.lists}>
            {data.lists.map((list) => (
              <List key={list.kind} {...list} />
            ))}
          </div>
        </>
      )}
    </section>
  );
}

/** Without `of`, because a release has one version of each item. */
const readerOf = ({ of: _, ...reader }: PreviewOptions) => reader;

function Pages({ items }: { items: Preview['items'] }) {
  const [opened, setOpened] = useState<Preview['items'][number]>();
  return (
    <>
      <h3>{t('releases.previewItems')}</h3>
      <ul className={rows.rows}>
        {items.map((item) => (
          <li key={item.itemId} className={rows.row}>
            <span className={rows.what}>{item.draft.fields.header}</span>
            {!item.isVisible && <StatusLabel tone="warning">{t('releases.previewHidden')}</StatusLabel>}
            <Button size="small" onPress={() => setOpened(item)}>
              {t('releases.previewOpen')}
            </Button>
          </li>
        ))}
      </ul>
      {opened && (
        <Dialog isOpen size="large" title={opened.draft.fields.header} onOpenChange={() => setOpened(undefined)}>
          <PreviewSheet
            title={opened.draft.fields.header}
            shown={pageOfDraft(opened.kind, opened.itemId, opened.draft)}
          />
        </Dialog>
      )}
    </>
  );
}

const listTitles: Record<Preview['lists'][number]['kind'], TextKey> = {
  news: 'releases.listNews',
  event: 'releases.listEvent',
  resource: 'releases.listResource',
  document: 'releases.listDocument',
  page: 'releases.listPage',
};

function List({ kind, total, entries }: Preview['lists'][number]) {
  return (
    <section className={styles.list} aria-label={t(listTitles[kind])}>
      <h4>{t(listTitles[kind])}</h4>
      <p className={rows.facts}>{total === 0 ? t('releases.listNone') : t('releases.listCount', { count: total })}</p>
      <ol>
        {entries.map(({ itemId, title, publishedAt, isInRelease }) => (
          <li key={itemId} className={styles.entry}>
            <span>{title}</span>
            <span className={rows.facts}>{newsDateLabel(publishedAt)}</span>
            {isInRelease && <StatusLabel tone="accent">{t('releases.isNew')}</StatusLabel>}
          </li>
        ))}
      </ol>
    </section>
  );
}
