import { use } from 'react';
import Download from 'lucide-react/icons/download';
import { fileFormats } from '../../base/fileFormats.ts';
import type { DocumentFormat } from '../../base/media.ts';
import { documentUrl } from '../../base/mediaUrls.ts';
import { FileIcon, type FileKind } from '@portico/ui/FileIcon';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { LinkButton } from '@portico/ui/LinkButton';
import { ContentLink } from '../../page/ContentLink.tsx';
import { PageContext } from '../../page/PageContext.ts';
import type { ViewOf } from '../../page/view.ts';
import type { FileList } from './shape.ts';
import entry from '../../page/EntryWords.module.css';
import styles from './View.module.css';

/** A later version can have more formats. */
const kindOf = (format: DocumentFormat): FileKind =>
  Object.hasOwn(fileFormats, format) ? fileFormats[format].look : 'plain';

/** Formats that have no preview. */
const withoutPreview = new Set<DocumentFormat>(['MP4', 'WEBM', 'VTT']);

/** Files with their format and size; the title opens the preview, the button downloads the file. */
export function FileListView({ component }: { component: FileList }) {
  const { title, files } = component;
  const Title = `h${use(PageContext).levelOf(component)}` as const;
  return (
    <div data-wide data-block>
      {title && <Title className={styles.listTitle}>{title}</Title>}
      {/* The title right before the list names it already: screen readers would read it twice. */}
      <ul className={styles.files} aria-label={title ? undefined : 'Files'}>
        {files.map(({ documentId, title: name, format, bytes }, position) => (
          // The same document can appear twice.
          <li key={`${documentId} ${position}`} className={styles.file}>
            <FileIcon kind={kindOf(format)} label={format} size="small" />
            <div className={entry.words}>
              <p className={entry.name}>
                {withoutPreview.has(format) ? (
                  name
                ) : (
                  <ContentLink href={`/documents?preview=${encodeURIComponent(documentId)}`}>{name}</ContentLink>
                )}
              </p>
              <p className={styles.facts}>{[format, fileSizeLabel(bytes)].filter(Boolean).join(', ')}</p>
            </div>
            <span data-print="hidden">
              <LinkButton
                href={documentUrl(documentId, 'download')}
                download
                variant="quiet"
                size="small"
                aria-label={`Download ${name}`}
                className={styles.download}
              >
                <Download aria-hidden="true" />
                <span className={styles.word}>Download</span>
              </LinkButton>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const view: ViewOf<FileList> = { View: FileListView, heading: 'title' };
