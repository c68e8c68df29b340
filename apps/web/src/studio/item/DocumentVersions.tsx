import { documentVersionUrl, listDocumentVersions } from '@portico/contracts/studio/documentVersions';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { Button } from '@portico/ui/Button';
import { LinkButton } from '@portico/ui/LinkButton';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { query } from '../../api/query.ts';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import styles from '../controls/Field.module.css';
import { LoadError } from '../LoadError.tsx';
import { fileLabel } from './fileLabel.ts';

/** The files that readers saw, each to download or to take into the draft again. Hidden until one was published. */
export function DocumentVersions({
  itemId,
  file,
  onRestore,
}: {
  itemId: string;
  /** The one in the draft. */
  file: StudioFile | null;
  onRestore: (file: StudioFile) => void;
}) {
  const titleId = useId();
  const { data, error, isFetching, refetch } = useQuery({
    ...query(listDocumentVersions, { params: { itemId } }),
    staleTime: 0,
    throwOnError: false,
  });
  if (!data && error)
    return (
      <LoadError title={t('mediaDesk.versionsNotLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />
    );
  if (!data || data.items.length === 0) return null;
  const restore = (version: StudioFile) => {
    onRestore(version);
    showToast(t('mediaDesk.versionRestored', { name: version.fileName }), {
      type: 'success',
      ...(file ? { action: { label: t('mediaDesk.undo'), onPress: () => onRestore(file) } } : {}),
    });
  };
  return (
    <section aria-labelledby={titleId}>
      <p id={titleId} className={styles.label}>
        {t('mediaDesk.versions')}
      </p>
      <ul className={rows.rows} aria-labelledby={titleId}>
        {data.items.map(({ number, file: version, publishedAt, publishedBy, isCurrent }) => (
          <li key={number} className={rows.row}>
            <div className={rows.what}>
              <p>{fileLabel(version)}</p>
              <p className={rows.facts}>
                {t('mediaDesk.versionBy', {
                  day: newsDateLabel(publishedAt),
                  time: timeLabel(publishedAt),
                  name: publishedBy ?? t('studio.import'),
                })}
              </p>
            </div>
            <div className={rows.labels}>
              {isCurrent && <StatusLabel tone="accent">{t('mediaDesk.published')}</StatusLabel>}
              <LinkButton
                size="small"
                href={documentVersionUrl(itemId, number)}
                download={version.fileName}
                aria-label={t('mediaDesk.downloadVersion', { number })}
              >
                {t('mediaDesk.download')}
              </LinkButton>
              {version.fileId !== file?.fileId && (
                <Button
                  size="small"
                  aria-label={t('mediaDesk.restoreVersion', { number })}
                  onPress={() => restore(version)}
                >
                  {t('mediaDesk.restoreFile')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
