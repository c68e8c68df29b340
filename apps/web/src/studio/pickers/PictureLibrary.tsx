import type { ImageRef } from '@portico/kinds/media';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { LoadError } from '../LoadError.tsx';
import { picturesQuery } from '../studio.queries.ts';
import { PickerPages } from './PickerPages.tsx';
import styles from './Pickers.module.css';
import { usePickerSearch } from './usePickerSearch.ts';

/** The pictures of the portal, newest first, found by file name, alternative text or the title of an item with it. */
export function PictureLibrary({ onPick }: { onPick: (image: ImageRef) => void }) {
  const { text, setText, query, page, setPage } = usePickerSearch();
  const { data, error, isFetching, refetch } = useQuery(picturesQuery({ text: query, page: String(page) }));
  return (
    <section aria-labelledby="library-title" className={styles.picker}>
      <h3 id="library-title">{t('studio.pictureLibrary')}</h3>
      <SearchField
        label={t('studio.pictureFind')}
        placeholder={t('studio.pictureFind')}
        value={text}
        onChange={setText}
      />
      {!data && !error && <Skeleton shape="box" height="12rem" />}
      {error && <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />}
      <ul className={styles.pictures} aria-label={t('studio.pictureLibrary')}>
        {(data?.items ?? []).map(({ image, fileName, usedIn }) => {
          const name = image.alt || fileName || t('studio.pictureOf', { title: usedIn || t('studio.untitled') });
          return (
            <li key={image.id}>
              <button
                type="button"
                className={styles.picture}
                title={[name, usedIn].filter(Boolean).join(' · ')}
                onClick={() => onPick(image)}
              >
                <img src={imageUrl(image, image.widths[0]!)} alt="" loading="lazy" />
                <span className={styles.pictureName}>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {data && <PickerPages list={data} words={query} none={t('studio.pictureNone')} onPage={setPage} />}
    </section>
  );
}
