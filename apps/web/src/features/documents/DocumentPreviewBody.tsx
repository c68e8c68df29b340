import { ApiError } from '@portico/client/ApiError';
import type { DocumentPreview, PortalDocument } from '@portico/contracts/documents';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { ErrorState } from '@portico/ui/ErrorState';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { PortalLinkButton } from '../../kit/PortalLink.tsx';
import { t, type TextKey } from '../../locale/text.ts';
import { documentPreviewQuery } from './documents.queries.ts';
import { fileKind } from './fileLabels.ts';
import styles from './preview/PreviewBody.module.css';
import { VideoView } from './preview/VideoView.tsx';
import { NoPreview } from './preview/NoPreview.tsx';
import { PictureView } from './preview/PictureView.tsx';
import { PreviewSkeleton } from './preview/PreviewSkeleton.tsx';
import { SheetsView } from './preview/SheetsView.tsx';
import { TextView } from './preview/TextView.tsx';
import type { FileHold } from '@portico/kinds/media';
import { EmptyState } from '@portico/ui/EmptyState';
import FileClock from 'lucide-react/icons/file-clock';
import FileX from 'lucide-react/icons/file-x';

const PdfView = lazy(() => import('./pdf/PdfView.tsx').then((module) => ({ default: module.PdfView })));
const ComponentsView = lazy(() =>
  import('./preview/ComponentsView.tsx').then((module) => ({ default: module.ComponentsView })),
);

export interface DocumentPreviewBodyProps {
  documentId: string;
  /** Undefined while loading and after `error`. */
  document: PortalDocument | undefined;
  error: Error | null;
  onRetry: () => void;
  /** Document page, counted from 1. */
  page: number;
  /** Words to find in a PDF. */
  find?: string | undefined;
  /** The address without the file of the link, if a newer one has replaced it. */
  newerHref?: string | undefined;
  onPageChange: (page: number) => void;
}

/** The content of a document, or the reason it can't be shown with a link to download it. */
export function DocumentPreviewBody({
  documentId,
  document,
  error,
  onRetry,
  page,
  find,
  newerHref,
  onPageChange,
}: DocumentPreviewBodyProps) {
  const {
    data: preview,
    error: previewError,
    refetch,
    isFetching,
  } = useQuery({
    ...documentPreviewQuery(documentId),
    enabled: documentId !== '' && error === null,
  });
  if (error && !document) return <Failure error={error} onRetry={onRetry} isRetrying={false} />;
  if (newerHref !== undefined) return <NewerVersion href={newerHref} />;
  if (previewError && !preview)
    return <Failure error={previewError} onRetry={() => void refetch()} isRetrying={isFetching} />;
  if (!document || !preview) return <PreviewSkeleton />;
  return <Suspense fallback={<PreviewSkeleton />}>{shown(document, preview, { page, find, onPageChange })}</Suspense>;
}

function shown(
  document: PortalDocument,
  preview: DocumentPreview,
  position: Pick<DocumentPreviewBodyProps, 'page' | 'find' | 'onPageChange'>,
): ReactNode {
  switch (preview.kind) {
    case 'Text':
      return <TextView document={document} text={preview.text} isCut={preview.isCut} />;
    case 'Sheets':
      return <SheetsView document={document} sheets={preview.sheets} />;
    case 'Components':
      return <ComponentsView document={document} components={preview.components} isCut={preview.isCut} />;
    case 'Pending':
      return <NoPreview document={document} reason="Pending" />;
    case 'Held':
      return <HeldFile hold={preview.hold} />;
    case 'None':
      return <NoPreview document={document} reason={preview.reason} />;
    default:
      return <FileView document={document} {...position} />;
  }
}

/** Says that the link is for an earlier file, and leads to the current one. */
function NewerVersion({ href }: { href: string }) {
  return (
    <div className={styles.container} role="status">
      <EmptyState
        headingLevel={3}
        icon={<FileClock />}
        title={t('documents.newerVersion')}
        description={t('documents.newerVersionAdvice')}
        action={
          <PortalLinkButton variant="primary" href={href}>
            {t('documents.openNewer')}
          </PortalLinkButton>
        }
      />
    </div>
  );
}

/** Formats that the browser shows from the original file. */
function FileView({
  document,
  ...position
}: { document: PortalDocument } & Pick<DocumentPreviewBodyProps, 'page' | 'find' | 'onPageChange'>) {
  const kind = fileKind(document.format);
  if (kind === 'pdf') return <PdfView document={document} url={documentUrl(document.id)} {...position} />;
  if (kind === 'picture') return <PictureView document={document} />;
  if (kind === 'film') return <VideoView document={document} />;
  return <NoPreview document={document} reason="Format" />;
}

function Failure({ error, onRetry, isRetrying }: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  const { status, detail, requestId } =
    error instanceof ApiError ? error : { status: 0, detail: undefined, requestId: undefined };
  if (status === 403 || status === 404) {
    return (
      <div className={styles.container}>
        <ErrorState title={t('documents.notAvailable')} description={t('documents.notAvailableReason')} />
      </div>
    );
  }
  return (
    <div className={styles.container}>
      <ErrorState
        title={t('documents.previewNotLoaded')}
        description={detail}
        requestId={requestId}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </div>
  );
}

const heldTexts: Record<FileHold, { title: TextKey; description: TextKey }> = {
  Waiting: { title: 'documents.heldWaiting', description: 'documents.heldWaitingAdvice' },
  Refused: { title: 'documents.heldRefused', description: 'documents.heldRefusedAdvice' },
  TooLarge: { title: 'documents.heldTooLarge', description: 'documents.heldTooLargeAdvice' },
};

/** Explains why nobody can open the file. */
function HeldFile({ hold }: { hold: FileHold }) {
  const { title, description } = heldTexts[hold];
  return (
    <div className={styles.container} role="status">
      <EmptyState
        headingLevel={3}
        icon={hold === 'Waiting' ? <FileClock /> : <FileX />}
        title={t(title)}
        description={t(description)}
      />
    </div>
  );
}
