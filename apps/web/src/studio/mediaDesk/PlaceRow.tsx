import type { MediaPlace } from '@portico/contracts/studio/media';
import { StatusLabel } from '@portico/ui/StatusLabel';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';

/** An item that has a picture or file, with links as far as the person may follow them. */
export function PlaceRow({ place: { itemId, title, path, mayOpen, isPublished, isWritten } }: { place: MediaPlace }) {
  const name = title || t('studio.untitled');
  return (
    <li className={rows.row}>
      <div className={rows.what}>
        {mayOpen ? <PortalLink href={`/studio/${itemId}`}>{name}</PortalLink> : <span>{name}</span>}
      </div>
      <div className={rows.labels}>
        {isPublished && <StatusLabel tone="accent">{t('mediaDesk.published')}</StatusLabel>}
        {isWritten && <StatusLabel>{t('mediaDesk.written')}</StatusLabel>}
        {!isPublished && !isWritten && <StatusLabel>{t('mediaDesk.former')}</StatusLabel>}
        {path !== null && (
          <PortalLink href={path} aria-label={t('mediaDesk.readName', { name })}>
            {t('mediaDesk.read')}
          </PortalLink>
        )}
      </div>
    </li>
  );
}
