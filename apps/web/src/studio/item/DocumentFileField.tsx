import type { StudioFile } from '@portico/kinds/items/document/schemas';
import type { FileHold } from '@portico/kinds/media';
import { Banner } from '@portico/ui/Banner';
import { FileDrop } from '@portico/ui/FileDrop';
import { UploadProgress } from '../controls/UploadProgress.tsx';
import { useQuery } from '@tanstack/react-query';
import FileClock from 'lucide-react/icons/file-clock';
import FileSearch from 'lucide-react/icons/file-search';
import FileX from 'lucide-react/icons/file-x';
import { t } from '../../locale/text.ts';
import { fileHoldQuery } from '../fileHold.queries.ts';
import { uploadDocument } from '../uploads.ts';
import styles from '../controls/Field.module.css';
import { useUpload } from '../controls/useUpload.ts';
import { DocumentVersions } from './DocumentVersions.tsx';
import { fileLabel } from './fileLabel.ts';

const holdLabel = (hold: FileHold): string =>
  ({
    Waiting: t('studio.fileWaits'),
    Refused: t('studio.fileRefused'),
    TooLarge: t('studio.fileNotScanned'),
  })[hold];

/** The file of a document. A new file replaces it on the next publication; the address for readers stays the same. */
export function DocumentFileField({
  label,
  file,
  itemId,
  onChange,
}: {
  label: string;
  file: StudioFile | null;
  itemId: string;
  onChange: (file: StudioFile) => void;
}) {
  const { data } = useQuery({ ...fileHoldQuery(file?.fileId ?? ''), enabled: file !== null });
  const hold = data?.hold;
  const { progress, error, start } = useUpload(uploadDocument, onChange);
  return (
    <>
      <FileDrop
        label={label}
        help={t('studio.fileHelp')}
        isMultiple={false}
        onFiles={(files) => void start(files)}
        error={error}
      >
        <UploadProgress progress={progress} />
        {file && <p className={styles.help}>{fileLabel(file)}</p>}
        <div role="status">
          {file && hold && (
            <Banner tone={hold === 'Waiting' ? 'info' : 'danger'} icon={hold === 'Waiting' ? <FileClock /> : <FileX />}>
              {holdLabel(hold)}
            </Banner>
          )}
          {file && data?.hasNoWords === null && hold === null && (
            <Banner tone="info" icon={<FileClock />}>
              {t('studio.fileIsBeingRead')}
            </Banner>
          )}
          {file && data?.hasNoWords && (
            <Banner tone="info" icon={<FileSearch />}>
              {t('studio.fileHasNoWords')}
            </Banner>
          )}
        </div>
      </FileDrop>
      <DocumentVersions itemId={itemId} file={file} onRestore={onChange} />
    </>
  );
}
