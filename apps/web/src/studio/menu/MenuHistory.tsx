import type { MenuTree } from '@portico/contracts/studio/menuDesk';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { showToast } from '@portico/ui/toasts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import rows from '../../kit/list/Rows.module.css';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { menuVersionsQuery, readMenuVersion } from './menuDesk.queries.ts';
import { changesLabel } from './menuLabels.ts';

interface MenuHistoryProps {
  current: number;
  onClose: () => void;
  /** Takes a former menu as the edited one. */
  onRestore: (menu: MenuTree) => void;
}

/** The published versions. Restoring one makes it the edited menu, which is then published like any other. */
export function MenuHistory({ current, onClose, onRestore }: MenuHistoryProps) {
  const { data, isError, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(menuVersionsQuery());
  const [restoring, setRestoring] = useState<number>();
  const versions = data?.pages.flatMap(({ items }) => items) ?? [];
  const restore = async (version: number) => {
    setRestoring(version);
    try {
      onRestore((await readMenuVersion(version)).menu);
      showToast(t('menuDesk.saidRestored'), { type: 'success' });
      onClose();
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      setRestoring(undefined);
    }
  };
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('menuDesk.versions')}>
      <div className={page.section}>
        {!data && !isError && <Skeleton shape="box" height="8rem" />}
        {isError && <p role="alert">{t('menuDesk.versionsFailed')}</p>}
        {data && versions.length === 0 && <p>{t('menuDesk.noVersions')}</p>}
        {versions.length > 0 && (
          <ol className={rows.rows} aria-label={t('menuDesk.versions')}>
            {versions.map(({ version, publishedAt, publishedBy, note, changes }) => (
              <li key={version} className={rows.row}>
                <div className={rows.what}>
                  <p className={rows.title}>{momentOf(publishedAt)}</p>
                  <p className={rows.facts}>
                    {[
                      publishedAt !== null && (publishedBy ?? t('menuDesk.byImport')),
                      changes && changesLabel(changes),
                      note,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                {version === current ? (
                  <span className={rows.facts}>{t('menuDesk.current')}</span>
                ) : (
                  <Button
                    size="small"
                    aria-label={t('menuDesk.restoreVersion', {
                      day: momentOf(publishedAt),
                    })}
                    pending={restoring === version}
                    onPress={() => void restore(version)}
                  >
                    {t('menuDesk.restore')}
                  </Button>
                )}
              </li>
            ))}
          </ol>
        )}
        {hasNextPage && (
          <div>
            <Button pending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              {t('menuDesk.moreVersions')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  );
}

const momentOf = (at: string | null): string =>
  at === null ? t('menuDesk.firstVersion') : t('menuDesk.dayAndTime', { day: newsDateLabel(at), time: timeLabel(at) });
