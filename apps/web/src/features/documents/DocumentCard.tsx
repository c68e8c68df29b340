import type { PortalDocument } from '@portico/contracts/documents';
import { Button } from '@portico/ui/Button';
import { Card } from '@portico/ui/Card';
import { CategoryChip } from '@portico/ui/Chip';
import { FileIcon } from '@portico/ui/FileIcon';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import Eye from 'lucide-react/icons/eye';
import { t } from '../../locale/text.ts';
import { newsDateLabel } from '../../dates/dateLabels.ts';
import { ForEditors } from '../../kit/EditLink.tsx';
import { MetaLine } from '../../kit/MetaLine.tsx';
import styles from './DocumentCard.module.css';
import { DownloadButton } from './DownloadButton.tsx';
import { fileKind, formatLabel, pagesLabel } from './fileLabels.ts';

/** A document in a list, with buttons to preview and download it. */
export function DocumentCard({ document, onPreview }: { document: PortalDocument; onPreview: () => void }) {
  const pages = pagesLabel(document);
  return (
    <Card as="article" className={styles.card}>
      <FileIcon kind={fileKind(document.format)} label={document.format} />
      <div className={styles.words}>
        <h2 className={styles.title}>{document.header}</h2>
        <MetaLine>
          <span>{formatLabel(document.format)}</span>
          <span>{fileSizeLabel(document.bytes)}</span>
          {pages && <span>{pages}</span>}
          {document.hasNoWords && <span>{t('documents.hasNoWords')}</span>}
          {document.isRecognized && <span>{t('documents.isRecognized')}</span>}
        </MetaLine>
        {document.description !== '' && <p className={styles.description}>{document.description}</p>}
        <MetaLine>
          <time dateTime={document.publishedAt}>{newsDateLabel(document.publishedAt)}</time>
          {document.department && <span>{document.department}</span>}
        </MetaLine>
        {document.categories.length > 0 && (
          <ul className={styles.categories} aria-label={t('shared.categories')}>
            {document.categories.map((name) => (
              <li key={name}>
                <CategoryChip name={name} />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.actions} data-print="hidden">
          <Button
            size="small"
            onPress={onPreview}
            aria-haspopup="dialog"
            aria-label={t('documents.previewOf', { title: document.header })}
          >
            <Eye aria-hidden="true" />
            {t('documents.preview')}
          </Button>
          <DownloadButton
            document={document}
            size="small"
            aria-label={t('documents.downloadOf', { title: document.header })}
          >
            {t('documents.download')}
          </DownloadButton>
        </div>
      </div>
      <ForEditors itemId={document.id} title={document.header} />
    </Card>
  );
}
