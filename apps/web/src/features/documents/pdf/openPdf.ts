import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfWorkerUrl, trustedScriptUrl } from '../../../scripts/trustedScript.ts';

/** Why a PDF can't be shown. */
export type PdfProblem = 'Protected' | 'Damaged' | 'Unreachable';

export interface OpenPdf {
  /** Rejects with an error for `pdfProblem`. */
  document: Promise<PDFDocumentProxy>;
  /** Stops the worker and all requests. */
  close: () => void;
}

/** Size of one range request: a few pages of text, or part of a picture. */
const RANGE_BYTES = 256 * 1024;
/** Pictures and pages with more pixels are scaled down to keep the tab from running out of memory. */
const MAX_IMAGE_PIXELS = 50_000_000;
const MAX_CANVAS_BYTES = 128 * 1024 * 1024;

const CANCELLATION_GRACE_MS = 1000;

/** Character maps, fonts, and decoders that a file may lack, copied there by build/pdfFiles.ts. */
const filesUrl = `/pdf/${pdfjs.version}/`;

/**
 * Opens a PDF for reading. Fetches only the parts in view if the server supports range requests. Ignores scripts,
 * forms, and attachments; nothing in the file is ever evaluated.
 */
export function openPdf(url: string): OpenPdf {
  const port = new Worker(trustedScriptUrl(pdfWorkerUrl), { type: 'module', name: 'pdf' });
  const worker = pdfjs.PDFWorker.create({ port, verbosity: pdfjs.VerbosityLevel.ERRORS });
  const task = pdfjs.getDocument({
    url,
    worker,
    rangeChunkSize: RANGE_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    // The page fetches for the worker, so the worker's content security policy can forbid requests.
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: MAX_CANVAS_BYTES,
    cMapUrl: `${filesUrl}cmaps/`,
    standardFontDataUrl: `${filesUrl}standard_fonts/`,
    wasmUrl: `${filesUrl}wasm/`,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  return {
    document: task.promise,
    close: () => {
      addEventListener('unhandledrejection', ignoreCanceledRequest);
      void task.destroy().finally(() => {
        worker.destroy();
        port.terminate();
        setTimeout(() => removeEventListener('unhandledrejection', ignoreCanceledRequest), CANCELLATION_GRACE_MS);
      });
    },
  };
}

/** pdf.js leaves the rejection of a canceled request unhandled. Closing a file while it loads is not an error. */
function ignoreCanceledRequest(event: PromiseRejectionEvent): void {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
}

/** Classifies an error from `openPdf` or from reading pages later. */
export function pdfProblem(error: unknown): PdfProblem {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'PasswordException') return 'Protected';
  if (name === 'ResponseException' || name === 'AbortException' || error instanceof TypeError) return 'Unreachable';
  return 'Damaged';
}
