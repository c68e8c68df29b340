import type { getDocument, PortalDocument } from '@portico/contracts/documents';
import { DOCUMENTS_PAGE_SIZE } from '@portico/contracts/documents';
import type { CallResult } from '@portico/contracts/endpoint';
import type { Page } from '@portico/contracts/paging';
import { FileIcon } from '@portico/ui/FileIcon';
import { IconButton } from '@portico/ui/IconButton';
import { ViewerDialog } from '@portico/ui/ViewerDialog';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '../../locale/text.ts';
import { documentFilters, type DocumentFilters, type OpenPreview } from './documentFilters.ts';
import { documentQuery, documentsQuery } from './documents.queries.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { totalLabel } from '../../kit/list/totalLabel.ts';
import { CopyLinkButton } from '../../kit/CopyLinkButton.tsx';
import { WhyShown } from '../../kit/why-shown/WhyShown.tsx';
import styles from './DocumentViewer.module.css';
import { DownloadButton } from './DownloadButton.tsx';
import { fileKind, formatLabel, pagesLabel } from './fileLabels.ts';
import { PreviewSkeleton } from './preview/PreviewSkeleton.tsx';

const DocumentPreviewBody = lazy(() =>
  import('./DocumentPreviewBody.tsx').then((module) => ({ default: module.DocumentPreviewBody })),
);

export interface DocumentViewerProps {
  filters: DocumentFilters;
  now: Date;
  /** The list page behind the dialog. */
  list: Page<PortalDocument> | undefined;
  /** Shows another page of the document, or another document and its list page. */
  onMove: (to: { page: number; preview: OpenPreview }) => void;
  onClose: () => void;
}

/** A dialog for the document in the address, with its content, download, and links to its neighbors in the list. */
export function DocumentViewer({ filters, now, list, onMove, onClose }: DocumentViewerProps) {
  const { preview } = filters;
  // Keep the last document visible during the closing animation.
  const [shown, setShown] = useState(preview);
  if (
    preview &&
    preview !== shown &&
    (preview.id !== shown?.id ||
      preview.page !== shown.page ||
      preview.find !== shown.find ||
      preview.file !== shown.file)
  )
    setShown(preview);
  return (
    <OpenDocument
      isOpen={preview !== undefined}
      preview={shown ?? { id: '', page: 1 }}
      filters={filters}
      now={now}
      list={list}
      onMove={onMove}
      onClose={onClose}
    />
  );
}

function OpenDocument({
  isOpen,
  preview,
  filters,
  now,
  list,
  onMove,
  onClose,
}: DocumentViewerProps & { isOpen: boolean; preview: OpenPreview }) {
  const listed = list?.items.find(({ id }) => id === preview.id);
  const { file } = preview;
  const { data, error, refetch } = useQuery({
    ...documentQuery(preview.id, { ...(listed ? { known: listed } : {}), ...(file === undefined ? {} : { file }) }),
    enabled: isOpen,
  });
  const document: CallResult<typeof getDocument> | undefined = data ?? (file === undefined ? listed : undefined);
  const { position, previous, next } = useNeighbors(preview.id, { filters, now, list, isOpen });
  const facts =
    document &&
    [formatLabel(document.format), fileSizeLabel(document.bytes), pagesLabel(document)]
      .filter((fact) => fact !== undefined)
      .join(' · ');
  const title = document?.header ?? (error ? t('documents.unavailable') : t('documents.loadingItem'));
  return (
    <ViewerDialog
      isOpen={isOpen}
      onOpenChange={(stays) => {
        if (!stays) onClose();
      }}
      title={title}
      icon={
        document && (
          <span className={styles.icon}>
            <FileIcon kind={fileKind(document.format)} label={document.format} size="small" />
          </span>
        )
      }
      description={facts}
      tools={
        <>
          {position && (
            <div className={styles.neighbors}>
              <Step
                label={t('documents.previousItem')}
                icon={<ChevronLeft aria-hidden="true" />}
                to={previous}
                onMove={onMove}
              />
              <span className={styles.position} role="status">
                <VisuallyHidden>{t('documents.positionLabel')} </VisuallyHidden>
                {position}
              </span>
              <Step
                label={t('documents.nextItem')}
                icon={<ChevronRight aria-hidden="true" />}
                to={next}
                onMove={onMove}
              />
            </div>
          )}
          {document && !document.hold && (
            <DownloadButton document={document} size="small" variant="primary" className={styles.download}>
              <span className={styles.word}>{t('documents.download')}</span>
            </DownloadButton>
          )}
        </>
      }
    >
      <div className={styles.viewer}>
        <Suspense fallback={<PreviewSkeleton />}>
          <DocumentPreviewBody
            key={preview.id}
            documentId={preview.id}
            document={document}
            error={error}
            onRetry={() => void refetch()}
            page={preview.page}
            find={preview.find}
            newerHref={
              document?.isNewer
                ? `/documents${stringifySearch(documentFilters.address({ ...filters, preview: { ...preview, file: undefined } }))}`
                : undefined
            }
            onPageChange={(page) => {
              // A closing dialog must not reopen itself by changing the address.
              if (isOpen) onMove({ page: filters.page, preview: { ...preview, page } });
            }}
          />
        </Suspense>
        {document && (
          <div className={styles.foot}>
            <div className={styles.why}>
              <WhyShown itemId={document.id} isFoot />
            </div>
            {document.fileDigits !== undefined && (
              <div className={styles.copy}>
                <CopyLinkButton path={`/documents?preview=${document.id}&file=${document.fileDigits}`} />
              </div>
            )}
          </div>
        )}
      </div>
    </ViewerDialog>
  );
}

interface Neighbor {
  page: number;
  id: string;
}

function Step({
  label,
  icon,
  to,
  onMove,
}: {
  label: string;
  icon: ReactNode;
  to: Neighbor | undefined;
  onMove: DocumentViewerProps['onMove'];
}) {
  return (
    <IconButton
      size="small"
      label={label}
      icon={icon}
      hasTooltip={false}
      aria-disabled={to === undefined || undefined}
      onPress={() => {
        if (to) onMove({ page: to.page, preview: { id: to.id, page: 1 } });
      }}
    />
  );
}

/**
 * The document's position in the list and its neighbors on this or an adjacent list page. Undefined for a document that
 * is not in the list.
 */
function useNeighbors(
  documentId: string,
  { filters, now, list, isOpen }: Pick<DocumentViewerProps, 'filters' | 'now' | 'list'> & { isOpen: boolean },
) {
  const index = list?.items.findIndex(({ id }) => id === documentId) ?? -1;
  const pageOf = (page: number) => documentsQuery(documentFilters.asked({ ...filters, page }, now));
  const isFirst = isOpen && index === 0 && filters.page > 1;
  const isLast =
    isOpen && list !== undefined && index === list.items.length - 1 && filters.page * DOCUMENTS_PAGE_SIZE < list.total;
  const { data: before, isPlaceholderData: isBeforeOld } = useQuery({
    ...pageOf(Math.max(1, filters.page - 1)),
    enabled: isFirst,
  });
  const { data: after, isPlaceholderData: isAfterOld } = useQuery({ ...pageOf(filters.page + 1), enabled: isLast });
  const neighbor = (page: number, document: PortalDocument | undefined): Neighbor | undefined =>
    document && { page, id: document.id };
  if (index < 0 || !list) return { position: undefined, previous: undefined, next: undefined };
  return {
    position: t('documents.position', {
      position: (filters.page - 1) * DOCUMENTS_PAGE_SIZE + index + 1,
      total: totalLabel(list),
    }),
    previous:
      index > 0
        ? neighbor(filters.page, list.items[index - 1])
        : isFirst && !isBeforeOld
          ? neighbor(filters.page - 1, before?.items.at(-1))
          : undefined,
    next:
      index < list.items.length - 1
        ? neighbor(filters.page, list.items[index + 1])
        : isLast && !isAfterOld
          ? neighbor(filters.page + 1, after?.items[0])
          : undefined,
  };
}
