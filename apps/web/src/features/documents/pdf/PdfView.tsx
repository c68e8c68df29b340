import type { PortalDocument } from '@portico/contracts/documents';
import { ErrorState } from '@portico/ui/ErrorState';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { t } from '../../../locale/text.ts';
import body from '../preview/PreviewBody.module.css';
import { NoPreview } from '../preview/NoPreview.tsx';
import { PreviewSkeleton } from '../preview/PreviewSkeleton.tsx';
import { openPdf, pdfProblem, type PdfProblem } from './openPdf.ts';
import { PdfPages } from './PdfPages.tsx';
import type { PageSize } from './PdfPage.tsx';
import { sizeOf } from './PdfPage.tsx';

export interface PdfViewProps {
  document: PortalDocument;
  url: string;
  /** Page to show, counted from 1. */
  page: number;
  /** Words to find. */
  find?: string | undefined;
  onPageChange: (page: number) => void;
}

type State = { pdf: PDFDocumentProxy; firstSize: PageSize } | { problem: PdfProblem } | undefined;

/** The pages of a PDF, rendered in the browser from the original file. */
export function PdfView({ document, url, page, find, onPageChange }: PdfViewProps) {
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<State>();

  useEffect(() => {
    let isCanceled = false;
    setState(undefined);
    const { document: opening, close } = openPdf(url);
    const open = async () => {
      const pdf = await opening;
      const firstSize = sizeOf(await pdf.getPage(1));
      if (!isCanceled) setState({ pdf, firstSize });
    };
    open().catch((error: unknown) => {
      if (!isCanceled) setState({ problem: pdfProblem(error) });
    });
    return () => {
      isCanceled = true;
      close();
    };
  }, [url, attempt]);

  if (!state) return <PreviewSkeleton label={t('documents.loadingPages')} />;
  if ('pdf' in state)
    return (
      <PdfPages
        title={document.header}
        pdf={state.pdf}
        firstSize={state.firstSize}
        page={page}
        find={find}
        hasNoWords={document.hasNoWords}
        isRecognized={document.isRecognized}
        onPageChange={onPageChange}
      />
    );
  if (state.problem !== 'Unreachable') return <NoPreview document={document} reason={state.problem} />;
  return (
    <div className={body.container}>
      <ErrorState
        title={t('documents.fileNotLoaded')}
        description={t('documents.checkConnection')}
        onRetry={() => setAttempt(attempt + 1)}
      />
    </div>
  );
}
