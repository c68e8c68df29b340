import { UPLOAD_KEPT_DAYS } from '@portico/contracts/studio/uploads';
import { Button } from '@portico/ui/Button';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { t } from '../../locale/text.ts';
import type { LibraryUploads } from './libraryUploads.ts';
import styles from './mediaDesk.module.css';
import { uploadsQuery } from './mediaDesk.queries.ts';

const MAX_NAMED = 10;

/** Offers to go on with uploads of a tab that was closed. */
export function UnfinishedUploads({ uploads, ownIds }: { uploads: LibraryUploads; ownIds: ReadonlySet<string> }) {
  const { data } = useQuery({ ...uploadsQuery(), throwOnError: false });
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (data) void uploads.finish(data.items);
  }, [data, uploads]);
  const unfinished = (data?.items ?? []).filter(({ id, media }) => media === null && !ownIds.has(id));
  if (unfinished.length === 0) return null;
  return (
    <section className={styles.unfinished} aria-labelledby="media-unfinished">
      <h2 id="media-unfinished" className={styles.name}>
        {t('mediaDesk.unfinished', { count: unfinished.length })}
      </h2>
      <p>{t('mediaDesk.unfinishedHelp', { days: UPLOAD_KEPT_DAYS })}</p>
      <ul className={styles.plainList} aria-label={t('mediaDesk.unfinishedList')}>
        {unfinished.slice(0, MAX_NAMED).map(({ id, fileName, received, bytes }) => (
          <li key={id} className={styles.fact}>
            {t('mediaDesk.unfinishedFile', {
              name: fileName,
              sent: fileSizeLabel(received),
              total: fileSizeLabel(bytes),
            })}
          </li>
        ))}
        {unfinished.length > MAX_NAMED && (
          <li className={styles.fact}>{t('mediaDesk.unfinishedMore', { count: unfinished.length - MAX_NAMED })}</li>
        )}
      </ul>
      <div className={styles.states}>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          data-unfinished
          onChange={(event) => {
            uploads.add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <Button size="small" variant="primary" onPress={() => input.current?.click()}>
          {t('mediaDesk.chooseAgain')}
        </Button>
        <Button size="small" onPress={() => void uploads.discard(unfinished.map(({ id }) => id))}>
          {t('mediaDesk.discardUnfinished')}
        </Button>
      </div>
    </section>
  );
}
