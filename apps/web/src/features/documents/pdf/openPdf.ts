import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { pdfWorkerUrl, trustedScriptUrl } from '../../../trustedScript.ts';

/** Why a PDF can't be shown. */
export type PdfProblem = 'Protected' | 'Damaged' | 'Unreachable';

export interface OpenPdf {
  /** Rejects with whatever `pdfProblem` understands. */
  document: Promise<PDFDocumentProxy>;
  /** Ends the worker and all requests. */
  close: () => void;
}

/** Bytes of one range request: a few pages of text, a part of a picture. */
const RANGE_BYTES = 256 * 1024;
/** A picture or page with more pixels than this is drawn smaller, lest the tab run out of memory. */
const MAX_IMAGE_PIXELS = 50_000_000;
const MAX_CANVAS_BYTES = 128 * 1024 * 1024;

const CANCELLED_WITHIN_MS = 1000;

/** Character maps, fonts and decoders that a file may lack; build/pdfFiles.ts puts them there. */
const filesUrl = `/pdf/${pdfjs.version}/`;

/**
 * Opens a PDF for reading. Only the parts that are looked at are fetched, where the server takes range requests. Scripts,
 * forms and attachments of the file are left alone; nothing of it is ever evaluated.
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
    // The page fetches for the worker, whose own policy need not let it out.
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
      addEventListener('unhandledrejection', ignoreCancelled);
      void task.destroy().finally(() => {
        worker.destroy();
        port.terminate();
        setTimeout(() => removeEventListener('unhandledrejection', ignoreCancelled), CANCELLED_WITHIN_MS);
      });
    },
  };
}

/** pdf.js leaves the promise of a request that it cancels to nobody: closing a file in the middle of loading is no error. */
function ignoreCancelled(event: PromiseRejectionEvent): void {
  if (event.reason instanceof DOMException && event.reason.name === 'AbortError') event.preventDefault();
}

/** What to tell about an error of `openPdf` or of reading on in the file. */
export function pdfProblem(error: unknown): PdfProblem {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'PasswordException') return 'Protected';
  if (name === 'ResponseException' || name === 'AbortException' || error instanceof TypeError) return 'Unreachable';
  return 'Damaged';
}
