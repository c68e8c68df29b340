import { MAX_CHANGED_MEDIA, type MediaDeletion, type MediaEntry } from '@portico/contracts/studio/media';
import { isPageId } from '@portico/contracts/pagePaths';
import { Button } from '@portico/ui/Button';
import { EmptyState } from '@portico/ui/EmptyState';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Images from 'lucide-react/icons/images';
import { useState } from 'react';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink, PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { valuesOf } from '../../routing/searchParams.ts';
import page from '../StudioPage.module.css';
import sections from '../Sections.module.css';
import { accessQuery } from '../studio.queries.ts';
import { StudioNav } from '../StudioNav.tsx';
import { mediaHref, readMediaQuery } from './mediaAddress.ts';
import { MediaBulkBar } from './MediaBulkBar.tsx';
import styles from './mediaDesk.module.css';
import { mediaListQuery, type MediaQuery } from './mediaDesk.queries.ts';
import { MediaFilters } from './MediaFilters.tsx';
import { MediaGrid } from './MediaGrid.tsx';
import { nameLabel } from './mediaLabels.ts';
import { MediaView } from './MediaView.tsx';
import { StillUsed } from './StillUsed.tsx';
import type { MediaResult } from './useMediaChange.ts';
import { UploadPanel } from './UploadPanel.tsx';

/** The library of pictures and files, or one of them. */
export function Page() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const query = readMediaQuery(search);
  const [mediaId] = valuesOf(search, 'media');
  const [withId] = valuesOf(search, 'with');
  if (mediaId !== undefined && isPageId(mediaId))
    return (
      <MediaView
        key={mediaId}
        mediaId={mediaId}
        withId={withId !== undefined && isPageId(withId) ? withId : undefined}
        backHref={mediaHref(query, query)}
      />
    );
  return <Library query={query} />;
}

interface Refused {
  entry: MediaEntry;
  deletion: MediaDeletion;
}

function NotDeleted({ refused, hrefOf }: { refused: Refused[]; hrefOf: (mediaId: string) => string }) {
  return (
    <section className={styles.refused} aria-labelledby="media-not-deleted">
      <h2 id="media-not-deleted" className={sections.subtitle}>
        {t('mediaDesk.inUse', { count: refused.length })}
      </h2>
      {refused.map(({ entry, deletion }) => (
        <div key={entry.id}>
          <h3 className={styles.name}>
            <PortalLink href={hrefOf(entry.id)}>{nameLabel(entry)}</PortalLink>
          </h3>
          <StillUsed name={nameLabel(entry)} deletion={deletion} />
        </div>
      ))}
    </section>
  );
}

function Library({ query }: { query: MediaQuery }) {
  const navigate = useNavigate();
  const { data: access } = useQuery({ ...accessQuery(), throwOnError: false });
  const { data: list, isPlaceholderData } = useQuery(mediaListQuery(query));
  const [selected, setSelected] = useState<ReadonlyMap<string, MediaEntry>>(new Map());
  const [refused, setRefused] = useState<Refused[]>([]);
  const go = (to: string) => void navigate({ to, replace: true, resetScroll: false });
  const select = (entry: MediaEntry, isOn: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      if (isOn) next.set(entry.id, entry);
      else next.delete(entry.id);
      return next;
    });
  /** What stayed as it is remains selected, as it is now. */
  const keepOthers = (outcome: MediaResult[]) =>
    setSelected(
      new Map(
        outcome.filter(({ isChanged }) => !isChanged).map((item) => [item.id, { ...selected.get(item.id)!, ...item }]),
      ),
    );
  /** What something uses remains selected. */
  const keepUsed = (outcome: MediaDeletion[]) => {
    const used = outcome.flatMap((deletion) => {
      const entry = selected.get(deletion.id);
      return entry?.deletedAt === null && !deletion.isDeleted ? [{ entry, deletion }] : [];
    });
    setRefused(used);
    setSelected(new Map(used.map(({ entry }) => [entry.id, entry])));
  };
  const stillSelected = refused.filter(({ entry }) => selected.has(entry.id));
  const isFiltered = Object.keys(query).some((name) => name !== 'sort');
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.media')} />
      <StudioNav current="/studio/media" />
      {access?.mayCreate && <UploadPanel hrefOf={(media) => mediaHref(query, { ...query, media })} />}
      <MediaFilters query={query} labels={list?.labels ?? []} onChange={(next) => go(mediaHref(query, next))} />
      {!list && (
        <SkeletonGroup label={t('mediaDesk.loading')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
      {selected.size > 0 && (
        <MediaBulkBar
          selected={selected}
          onChanged={keepOthers}
          onDeleted={keepUsed}
          onClear={() => setSelected(new Map())}
        />
      )}
      {stillSelected.length > 0 && (
        <NotDeleted refused={stillSelected} hrefOf={(media) => mediaHref(query, { ...query, media })} />
      )}
      {list && (
        <>
          <p role="status" className={styles.fact}>
            {t('mediaDesk.count', { count: list.total })}
          </p>
          {list.items.length > 0 ? (
            <MediaGrid
              items={list.items}
              isStale={isPlaceholderData}
              hrefOf={(media) => mediaHref(query, { ...query, media })}
              selected={access?.mayCreate ? selected : undefined}
              isFull={selected.size >= MAX_CHANGED_MEDIA}
              onSelect={select}
            />
          ) : (
            <EmptyState
              headingLevel={2}
              icon={<Images />}
              title={t(isFiltered ? 'mediaDesk.noneFound' : 'mediaDesk.none')}
              description={isFiltered ? undefined : t('mediaDesk.noneAdvice')}
              action={
                isFiltered ? <Button onPress={() => go(mediaHref({}))}>{t('shared.clearFilters')}</Button> : undefined
              }
            />
          )}
          {(query.after !== undefined || list.next !== null) && (
            <nav aria-label={t('mediaDesk.pages')} className={styles.states}>
              {query.after !== undefined && (
                <PortalLinkButton href={mediaHref(query)}>{t('mediaDesk.firstPage')}</PortalLinkButton>
              )}
              {list.next !== null && (
                <PortalLinkButton href={mediaHref(query, { after: list.next })}>
                  {t('mediaDesk.nextPage')}
                </PortalLinkButton>
              )}
            </nav>
          )}
        </>
      )}
    </div>
  );
}
