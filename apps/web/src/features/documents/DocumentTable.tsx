import type { PortalDocument } from '@portico/contracts/documents';
import { FileIcon } from '@portico/ui/FileIcon';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import styles from '../../kit/list/ListTable.module.css';
import { t } from '../../locale/text.ts';
import { DownloadButton } from './DownloadButton.tsx';
import { fileKind, formatLabel, pagesLabel } from './fileLabels.ts';

/** A table of documents. Pressing a title opens the document over the list. */
export function DocumentTable({
  documents,
  onPreview,
}: {
  documents: readonly PortalDocument[];
  onPreview: (id: string) => void;
}) {
  return (
    <table className={styles.table} aria-label={t('shared.documentsTitle')}>
      <thead>
        <tr>
          <th scope="col">{t('shared.titleColumn')}</th>
          <th scope="col">{t('documents.fileType')}</th>
          <th scope="col">{t('shared.department')}</th>
          <th scope="col">{t('shared.published')}</th>
          <th scope="col">{t('documents.download')}</th>
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <DocumentRow key={document.id} document={document} onPreview={() => onPreview(document.id)} />
        ))}
      </tbody>
    </table>
  );
}

function DocumentRow({ document, onPreview }: { document: PortalDocument; onPreview: () => void }) {
  const { id, header, description, format, bytes, department, publishedAt, hasNoWords, isRecognized } = document;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <div className={styles.lead}>
          <FileIcon kind={fileKind(format)} label={format} size="small" />
          <div className={styles.words}>
            <button
              type="button"
              className={styles.title}
              aria-haspopup="dialog"
              aria-label={t('documents.previewOf', { title: header })}
              onClick={onPreview}
            >
              {header}
            </button>
            <p className={styles.description}>{description}</p>
          </div>
          <ForEditors itemId={id} title={header} />
        </div>
      </th>
      <td className={styles.minor}>
        {formatLabel(format)}
        <span className={styles.second}>{pagesLabel(document)}</span>
        {hasNoWords && <span className={styles.second}>{t('documents.hasNoWords')}</span>}
        {isRecognized && <span className={styles.second}>{t('documents.isRecognized')}</span>}
      </td>
      <td className={styles.minor}>{department}</td>
      <td className={styles.date}>
        <time dateTime={publishedAt}>{newsDateLabel(publishedAt)}</time>
      </td>
      <td className={styles.action}>
        <DownloadButton
          document={document}
          size="small"
          variant="quiet"
          aria-label={t('documents.downloadOfSize', { title: header, size: fileSizeLabel(bytes) })}
        >
          {fileSizeLabel(bytes)}
        </DownloadButton>
      </td>
    </tr>
  );
}
