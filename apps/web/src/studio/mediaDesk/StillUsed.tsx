import type { MediaDeletion } from '@portico/contracts/studio/media';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { PlaceRow } from './PlaceRow.tsx';

/** Why one was not deleted: each item that has it in any version, as far as the person may see. */
export function StillUsed({ name, deletion }: { name: string; deletion: MediaDeletion }) {
  const { places, isUsedElsewhere } = deletion;
  return (
    <>
      {places.length > 0 && (
        <ul className={rows.rows} aria-label={t('mediaDesk.usesOf', { name })}>
          {places.map((place) => (
            <PlaceRow key={place.itemId} place={place} />
          ))}
        </ul>
      )}
      {isUsedElsewhere && <p className={rows.facts}>{t('mediaDesk.elsewhere')}</p>}
      {places.length === 0 && !isUsedElsewhere && <p className={rows.facts}>{t('mediaDesk.usedOtherwise')}</p>}
    </>
  );
}
