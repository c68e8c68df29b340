import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import type { TextRange } from './pageText.ts';
import { PdfLinks } from './PdfLinks.tsx';
import styles from './PdfPage.module.css';
import { readTextContent } from './readTextItems.ts';

/** CSS pixels of a point of paper at 100 %. */
export const PIXELS_PER_POINT = 96 / 72;

/** Width and height of a page in points. */
export interface PageSize {
  width: number;
  height: number;
}

export interface PdfPageProps {
  pdf: PDFDocumentProxy;
  /** Counted from 1. */
  number: number;
  /** Size of the page until its own is known. */
  likelySize: PageSize;
  /** 1 is 100 %. */
  factor: number;
  /** In sight or close to it: only then it is drawn. */
  isNear: boolean;
  /** Places to mark. */
  ranges: readonly TextRange[];
  /** Which of them is the current match, -1 for none, and the wish to see it, by number. */
  current: number;
  visit: number;
  /** Leads to another page of the file, counted from 1. */
  onGoTo: (page: number) => void;
}

/** One page: drawn at the size of the screen's own pixels, its text above it to select and to be read out, its links, and what was found. */
export function PdfPage({ pdf, number, likelySize, factor, isNear, ranges, current, visit, onGoTo }: PdfPageProps) {
  const [page, setPage] = useState<PDFPageProxy>();
  const [hasFailed, setHasFailed] = useState(false);
  const [textDivs, setTextDivs] = useState<readonly HTMLElement[]>([]);
  const canvasPlace = useRef<HTMLDivElement>(null);
  const textPlace = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isNear || page) return;
    let isOver = false;
    pdf.getPage(number).then(
      (loaded) => !isOver && setPage(loaded),
      () => !isOver && setHasFailed(true),
    );
    return () => {
      isOver = true;
    };
  }, [pdf, number, isNear, page]);

  useEffect(() => {
    const place = canvasPlace.current;
    if (!page || !isNear || !place) return;
    const viewport = page.getViewport({ scale: factor * PIXELS_PER_POINT * window.devicePixelRatio });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    // The picture before stays until the new one is done, so that zooming does not flash.
    task.promise.then(
      () => place.replaceChildren(canvas),
      (error: unknown) => {
        if (!(error instanceof pdfjs.RenderingCancelledException)) setHasFailed(true);
      },
    );
    return () => task.cancel();
  }, [page, isNear, factor]);

  useEffect(() => {
    const place = textPlace.current;
    if (!page || !isNear || !place) return;
    let isOver = false;
    let layer: pdfjs.TextLayer | undefined;
    const read = async () => {
      const textContentSource = await readTextContent(page);
      if (isOver) return;
      layer = new pdfjs.TextLayer({ textContentSource, container: place, viewport: page.getViewport({ scale: 1 }) });
      await layer.render();
      if (!isOver) setTextDivs(layer.textDivs);
    };
    // Without its text the page can still be looked at.
    read().catch(() => undefined);
    return () => {
      isOver = true;
      layer?.cancel();
      place.replaceChildren();
      setTextDivs([]);
    };
  }, [page, isNear]);

  useEffect(() => {
    if (isNear) return;
    canvasPlace.current?.replaceChildren();
    page?.cleanup();
  }, [isNear, page]);

  const { width, height } = page ? sizeOf(page) : likelySize;
  const scale = factor * PIXELS_PER_POINT;
  const style = {
    inlineSize: `${width * scale}px`,
    blockSize: `${height * scale}px`,
    '--total-scale-factor': scale,
  } as CSSProperties;
  return (
    <section
      aria-label={t('documents.pageNumber', { number })}
      className={styles.page}
      style={style}
      data-page={number}
      aria-busy={(isNear && !page && !hasFailed) || undefined}
    >
      <div ref={canvasPlace} className={styles.picture} aria-hidden="true" />
      {hasFailed && <p className={styles.failure}>{t('documents.pageNotShown', { number })}</p>}
      <Marks textDivs={textDivs} ranges={ranges} current={current} visit={visit} />
      <div ref={textPlace} className={styles.text} />
      {page && isNear && <PdfLinks pdf={pdf} page={page} onGoTo={onGoTo} />}
    </section>
  );
}

export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** Shares of the page, in per cent. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Boxes behind what was found; the current one comes into view when it is visited. */
function Marks({
  textDivs,
  ranges,
  current,
  visit,
}: {
  textDivs: readonly HTMLElement[];
  ranges: readonly TextRange[];
  current: number;
  visit: number;
}) {
  const layer = useRef<HTMLDivElement>(null);
  const visited = useRef(-1);
  const [boxes, setBoxes] = useState<Box[][]>([]);

  useLayoutEffect(() => {
    const frame = layer.current?.getBoundingClientRect();
    setBoxes(frame && textDivs.length > 0 ? ranges.map((range) => boxesOf(range, textDivs, frame)) : []);
  }, [textDivs, ranges]);

  useEffect(() => {
    if (current < 0 || visited.current === visit || (boxes[current]?.length ?? 0) === 0) return;
    visited.current = visit;
    layer.current?.querySelector('[data-current]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [boxes, current, visit]);

  return (
    <div ref={layer} className={styles.marks} aria-hidden="true">
      {boxes.map((parts, index) =>
        parts.map(({ left, top, width, height }, part) => (
          <span
            key={`${index} ${part}`}
            className={styles.mark}
            data-current={index === current || undefined}
            style={{ left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` }}
          />
        )),
      )}
    </div>
  );
}

function boxesOf({ start, end }: TextRange, textDivs: readonly HTMLElement[], frame: DOMRect): Box[] {
  const boxes: Box[] = [];
  for (let item = start.item; item <= end.item; item += 1) {
    const text = textDivs[item]?.firstChild;
    if (!(text instanceof Text)) continue;
    const range = document.createRange();
    range.setStart(text, item === start.item ? Math.min(start.offset, text.length) : 0);
    range.setEnd(text, item === end.item ? Math.min(end.offset, text.length) : text.length);
    const { left, top, width, height } = range.getBoundingClientRect();
    if (width === 0) continue;
    boxes.push({
      left: (100 * (left - frame.left)) / frame.width,
      top: (100 * (top - frame.top)) / frame.height,
      width: (100 * width) / frame.width,
      height: (100 * height) / frame.height,
    });
  }
  return boxes;
}
