import type { CallResult } from '@portico/contracts/endpoint';
import type { getMedia, MediaDeletion } from '@portico/contracts/studio/media';
import { Banner } from '@portico/ui/Banner';
import { Button } from '@portico/ui/Button';
import { useState } from 'react';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { nameLabel } from './mediaLabels.ts';
import { StillUsed } from './StillUsed.tsx';
import { useMediaDeletion } from './useMediaChange.ts';

/** Deletes what nothing uses, or brings it back. */
export function DeletionSection({ found: { entry, keptUntil } }: { found: CallResult<typeof getMedia> }) {
  const setDeleted = useMediaDeletion();
  const [pending, setPending] = useState(false);
  const [refusal, setRefusal] = useState<MediaDeletion>();
  const { id, deletedAt, deletedBy } = entry;
  const send = async (wanted: 'deleted' | 'restored') => {
    setPending(true);
    const [result] = (await setDeleted([id], wanted)) ?? [];
    setPending(false);
    setRefusal(wanted === 'deleted' && result?.isDeleted === false ? result : undefined);
  };
  return (
    <section className={page.section} aria-labelledby="media-deletion">
      <h2 id="media-deletion" className={page.subtitle}>
        {t('mediaDesk.deletion')}
      </h2>
      {deletedAt !== null && keptUntil !== null ? (
        <Banner
          tone="warning"
          action={
            <Button size="small" pending={pending} onPress={() => void send('restored')}>
              {t('mediaDesk.restore')}
            </Button>
          }
        >
          {t('mediaDesk.deletedBy', {
            day: newsDateLabel(deletedAt),
            name: deletedBy ?? t('mediaDesk.someone'),
            until: newsDateLabel(keptUntil),
          })}
        </Banner>
      ) : (
        <>
          <p className={page.lead}>{t('mediaDesk.deletionHelp')}</p>
          <div>
            <Button pending={pending} onPress={() => void send('deleted')}>
              {t('mediaDesk.delete')}
            </Button>
          </div>
          {refusal && (
            <>
              <p role="status">{t('mediaDesk.inUse', { count: 1 })}</p>
              <StillUsed name={nameLabel(entry)} deletion={refusal} />
            </>
          )}
        </>
      )}
    </section>
  );
}
