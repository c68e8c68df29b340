import type { StudioDocument } from '@portico/contracts/studio/pickers';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { FileDrop } from '@portico/ui/FileDrop';
import { UploadProgress } from '../controls/UploadProgress.tsx';
import { SearchField } from '@portico/ui/SearchField';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { t } from '../../locale/text.ts';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import { useUpload } from '../controls/useUpload.ts';
import { LoadError } from '../LoadError.tsx';
import { documentsQuery } from '../studio.queries.ts';
import type { PickedDocument } from '../Pickers.ts';
import { PickerPages } from './PickerPages.tsx';
import styles from './Pickers.module.css';
import { startDocument, type UploadedFor } from './startDocument.ts';
import { usePickerSearch } from './usePickerSearch.ts';

interface DocumentPickerProps {
  /** The item that gets the document; an uploaded one is published with it. */
  item: UploadedFor;
  onDone: (document: PickedDocument | undefined) => void;
}

/** A dialog to find a published document by its title or file name, or to upload a new one. */
export function DocumentPicker({ item, onDone }: DocumentPickerProps) {
  const { text, setText, query, page, setPage } = usePickerSearch();
  const { data, error, isFetching, refetch } = useQuery(documentsQuery({ text: query, page: String(page) }));
  const cancel = useRef(new AbortController());
  useEffect(() => () => cancel.current.abort(), []);
  const {
    progress,
    error: uploadError,
    start,
  } = useUpload(
    (file: File, { onProgress }) =>
      startDocument(item, { target: crypto.randomUUID(), file, onProgress, signal: cancel.current.signal }),
    onDone,
  );
  useLeaveWarning(progress !== undefined);
  const pick = ({ documentId, title, format, bytes }: StudioDocument) => onDone({ documentId, title, format, bytes });
  return (
    <Dialog
      isOpen
      onOpenChange={() => onDone(undefined)}
      title={t('studio.documentTitle')}
      actions={<Button onPress={() => onDone(undefined)}>{t('shared.cancel')}</Button>}
    >
      <div className={styles.picker}>
        <SearchField
          label={t('studio.documentFind')}
          placeholder={t('studio.documentFind')}
          value={text}
          onChange={setText}
        />
        {!data && !error && <Skeleton shape="box" height="12rem" />}
        {error && <LoadError title={t('studio.notLoaded')} error={error} onRetry={refetch} isRetrying={isFetching} />}
        <ul className={styles.options} aria-label={t('studio.documentsFound')}>
          {(data?.items ?? []).map((document) => (
            <li key={document.documentId}>
              <button type="button" className={styles.option} onClick={() => pick(document)}>
                <span className={styles.name}>{document.title}</span>
                <span className={styles.kind}>
                  {document.format} · {newsDateLabel(document.publishedAt)}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {data && <PickerPages list={data} words={query} none={t('studio.noDocuments')} onPage={setPage} />}
        <FileDrop
          label={t('studio.documentUpload')}
          help={t('studio.documentUploadHelp')}
          isMultiple={false}
          error={uploadError}
          onFiles={(files) => void start(files)}
        >
          <UploadProgress progress={progress} />
        </FileDrop>
      </div>
    </Dialog>
  );
}
