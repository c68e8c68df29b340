import type { FileKind, Storage } from '@portico/contracts/admin/storage';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { SkeletonGroup } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { t } from '../../locale/text.ts';
import { storageQuery } from './admin.queries.ts';
import { rowSkeletons } from './rowSkeletons.tsx';
import rows from '../../kit/list/Rows.module.css';
import styles from './Admin.module.css';

/** The space that the database and the files use, and how much is left. */
export function StorageScreen() {
  const { data } = useQuery(storageQuery());
  if (!data)
    return (
      <SkeletonGroup label={t('admin.loadingStorage')} className={styles.section}>
        {rowSkeletons}
      </SkeletonGroup>
    );
  return (
    <dl className={rows.rows}>
      {rowsOf(data).map(({ title, value, help }) => (
        <div key={title} className={rows.row}>
          <dt className={rows.what}>
            <span className={rows.title}>{title}</span>
            {help !== undefined && <span className={styles.help}>{help}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function rowsOf({
  databaseBytes,
  files,
  quota,
  store,
  disk,
}: Storage): Array<{ title: string; value: string; help?: string }> {
  const { usedBytes, limitBytes } = quota;
  const percent = limitBytes === 0 ? 100 : Math.round((usedBytes / limitBytes) * 100);
  return [
    { title: t('admin.storageDatabase'), value: fileSizeLabel(databaseBytes) },
    ...files.map(({ kind, count, bytes, unused }) => {
      const counted = t('admin.fileCount', { count });
      const value = bytes === null ? counted : t('admin.fileCountOf', { files: counted, size: fileSizeLabel(bytes) });
      return {
        title: fileKindLabel(kind),
        value,
        ...(unused && unused.count > 0 ? { help: unusedLabel(unused) } : {}),
      };
    }),
    {
      title: t('admin.storageQuota'),
      value: t('admin.quotaUsed', { used: fileSizeLabel(usedBytes), limit: fileSizeLabel(limitBytes), percent }),
      help: t('admin.quotaHelp'),
    },
    {
      title: t('admin.storageDisk'),
      value: disk
        ? t('admin.diskFree', { free: fileSizeLabel(disk.freeBytes), total: fileSizeLabel(disk.totalBytes) })
        : store === 'bucket'
          ? t('admin.diskOfBucket')
          : t('admin.diskUnknown'),
    },
  ];
}

type Unused = NonNullable<Storage['files'][number]['unused']>;

const unusedLabel = ({ count, bytes }: Unused): string =>
  bytes === null ? t('admin.unusedPictures', { count }) : t('admin.unusedFiles', { count, size: fileSizeLabel(bytes) });

const fileKindLabel = (kind: FileKind): string =>
  ({
    documents: t('admin.storageDocuments'),
    formFiles: t('admin.storageFormFiles'),
    pictures: t('admin.storagePictures'),
  })[kind];
