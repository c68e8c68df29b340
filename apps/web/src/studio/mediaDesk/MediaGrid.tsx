import type { MediaEntry } from '@portico/contracts/studio/media';
import { imageUrl } from '@portico/kinds/mediaUrls';
import { FileIcon } from '@portico/ui/FileIcon';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { fileKind } from '../../features/documents/fileLabels.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import styles from './mediaDesk.module.css';
import { addedLabel, factsLabel, nameLabel } from './mediaLabels.ts';

interface MediaGridProps {
  items: readonly MediaEntry[];
  /** The entries are still those of the previous filters. */
  isStale: boolean;
  hrefOf: (mediaId: string) => string;
  /** Undefined if the person may change nothing. */
  selected: ReadonlyMap<string, MediaEntry> | undefined;
  /** No more entries can be selected. */
  isFull: boolean;
  onSelect: (entry: MediaEntry, isOn: boolean) => void;
}

export function MediaGrid({ items, isStale, hrefOf, selected, isFull, onSelect }: MediaGridProps) {
  return (
    <ul className={styles.grid} aria-label={t('mediaDesk.title')} aria-busy={isStale}>
      {items.map((entry) => {
        const name = nameLabel(entry);
        return (
          <li key={entry.id} className={styles.card}>
            <Thumbnail entry={entry} />
            <div className={styles.what}>
              <PortalLink href={hrefOf(entry.id)} className={styles.name}>
                {name}
              </PortalLink>
              <span className={styles.fact}>{factsLabel(entry)}</span>
              <span className={styles.fact}>{addedLabel(entry)}</span>
              <span className={styles.states}>
                {entry.deletedAt !== null && <StatusLabel tone="warning">{t('mediaDesk.deletedState')}</StatusLabel>}
                {entry.isUnused && <StatusLabel>{t('mediaDesk.unused')}</StatusLabel>}
                {entry.kind === 'Picture' && entry.alt === null && (
                  <StatusLabel tone="warning">{t('mediaDesk.noAlt')}</StatusLabel>
                )}
              </span>
            </div>
            {selected && (
              <input
                type="checkbox"
                className={styles.check}
                checked={selected.has(entry.id)}
                disabled={isFull && !selected.has(entry.id)}
                aria-label={t('mediaDesk.select', { name })}
                onChange={(event) => onSelect(entry, event.target.checked)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Decorative: the name is next to it. */
function Thumbnail({ entry: { id, widths, format } }: { entry: MediaEntry }) {
  const [width] = widths;
  return (
    <div className={styles.thumbnail}>
      {width !== undefined && <img src={imageUrl({ id }, width)} alt="" loading="lazy" />}
      {format !== null && <FileIcon kind={fileKind(format)} label={format.slice(0, 4)} />}
    </div>
  );
}
