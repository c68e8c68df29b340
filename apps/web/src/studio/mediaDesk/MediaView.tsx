import type { CallResult } from '@portico/contracts/endpoint';
import type { getMedia, MediaEntry } from '@portico/contracts/studio/media';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { Skeleton, SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import rows from '../../kit/list/Rows.module.css';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { mediaHref } from './mediaAddress.ts';
import styles from './mediaDesk.module.css';
import { mediaQuery } from './mediaDesk.queries.ts';
import { DeletionSection } from './DeletionSection.tsx';
import { addedLabel, factsLabel, nameLabel } from './mediaLabels.ts';
import { PlaceRow } from './PlaceRow.tsx';
import { ReplaceSection } from './ReplaceSection.tsx';

type Found = CallResult<typeof getMedia>;

/** One picture or file: what it is, what is said about it, where it is used, and what could replace it. */
export function MediaView({
  mediaId,
  withId,
  backHref,
}: {
  mediaId: string;
  /** What shall replace it. */
  withId: string | undefined;
  backHref: string;
}) {
  const { data } = useQuery(mediaQuery(mediaId));
  return (
    <div className={page.page}>
      <PageHeading title={data ? nameLabel(data.entry) : t('studio.media')} />
      <StudioNav current="/studio/media" />
      <p>
        <PortalLink href={backHref}>{t('mediaDesk.back')}</PortalLink>
      </p>
      {data ? (
        <>
          <Facts entry={data.entry} />
          <DetailsForm key={data.entry.id} entry={data.entry} mayChange={data.mayChange} />
          <Places found={data} />
          <Duplicates found={data} />
          {data.mayChange && data.entry.deletedAt === null && <ReplaceSection found={data} withId={withId} />}
          {data.mayChange && <DeletionSection found={data} />}
        </>
      ) : (
        <SkeletonGroup label={t('mediaDesk.loading')}>
          <Skeleton shape="box" height="24rem" />
        </SkeletonGroup>
      )}
    </div>
  );
}

function Facts({ entry }: { entry: MediaEntry }) {
  const width = entry.widths.findLast((each) => each <= 640) ?? entry.widths[0];
  return (
    <div className={page.section}>
      {width !== undefined && (
        <img src={imageUrl(entry, width)} alt={entry.alt || nameLabel(entry)} className={styles.large} />
      )}
      <p className={rows.facts}>{factsLabel(entry)}</p>
      <p className={rows.facts}>{addedLabel(entry)}</p>
    </div>
  );
}

function Places({ found: { places, isUsedElsewhere } }: { found: Found }) {
  return (
    <section className={page.section} aria-labelledby="media-places">
      <h2 id="media-places" className={page.subtitle}>
        {t('mediaDesk.places')}
      </h2>
      {places.length === 0 && !isUsedElsewhere && <p>{t('mediaDesk.noPlaces')}</p>}
      {places.length > 0 && (
        <ul className={rows.rows} aria-labelledby="media-places">
          {places.map((place) => (
            <PlaceRow key={place.itemId} place={place} />
          ))}
        </ul>
      )}
      {isUsedElsewhere && <p className={rows.facts}>{t('mediaDesk.elsewhere')}</p>}
    </section>
  );
}

function Duplicates({ found: { duplicates } }: { found: Found }) {
  if (duplicates.length === 0) return null;
  return (
    <section className={page.section} aria-labelledby="media-duplicates">
      <h2 id="media-duplicates" className={page.subtitle}>
        {t('mediaDesk.duplicates')}
      </h2>
      <ul className={rows.rows} aria-labelledby="media-duplicates">
        {duplicates.map(({ id, name, format }) => (
          <li key={id} className={rows.row}>
            <PortalLink href={mediaHref({}, { media: id })}>{name || t('mediaDesk.nameless')}</PortalLink>
            {format !== null && <span className={rows.facts}>{format}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
