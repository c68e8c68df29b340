import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import type { TextRange } from './pageText.ts';
import { PdfLinks } from './PdfLinks.tsx';
import { PdfStructure } from './PdfStructure.tsx';
import styles from './PdfPage.module.css';
import { readTextContent } from './readTextItems.ts';

/** CSS pixels per point at 100%. */
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
  /** Assumed size until the page has loaded. */
  likelySize: PageSize;
  /** 1 is 100%. */
  factor: number;
  /** In or near the visible area. Other pages are not rendered. */
  isNear: boolean;
  /** Matches to highlight. */
  ranges: readonly TextRange[];
  /** Index of the current match in `ranges`; -1 for none. */
  current: number;
  /** Changes each time the current match should scroll into view. */
  visit: number;
  /** Goes to another page of the file, counted from 1. */
  onGoTo: (page: number) => void;
}

/** The text layer of a page. */
interface TextLayer {
  /** One for each text item. */
  divs: readonly HTMLElement[];
  /** Ids of the marked parts that the file's structure refers to. */
  ids: ReadonlySet<string>;
}
const noText: TextLayer = { divs: [], ids: new Set() };

/** One page at device resolution, with a text layer for selection and screen readers, links, and find highlights. */
export function PdfPage({ pdf, number, likelySize, factor, isNear, ranges, current, visit, onGoTo }: PdfPageProps) {
  const [page, setPage] = useState<PDFPageProxy>();
  const [hasFailed, setHasFailed] = useState(false);
  const [text, setText] = useState(noText);
  const canvasContainer = useRef<HTMLDivElement>(null);
  const textContainer = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isNear || page) return;
    let isCanceled = false;
    pdf.getPage(number).then(
      (loaded) => !isCanceled && setPage(loaded),
      () => !isCanceled && setHasFailed(true),
    );
    return () => {
      isCanceled = true;
    };
  }, [pdf, number, isNear, page]);

  useEffect(() => {
    const container = canvasContainer.current;
    if (!page || !isNear || !container) return;
    const viewport = page.getViewport({ scale: factor * PIXELS_PER_POINT * window.devicePixelRatio });
    const canvas = document.createElement('canvas');
    canvas.width = Math.floor(viewport.width);
    canvas.height = Math.floor(viewport.height);
    const task = page.render({ canvas, viewport });
    // Keep the old canvas until the new one is ready; otherwise zooming flickers.
    task.promise.then(
      () => container.replaceChildren(canvas),
      (error: unknown) => {
        if (!(error instanceof pdfjs.RenderingCancelledException)) setHasFailed(true);
      },
    );
    return () => task.cancel();
  }, [page, isNear, factor]);

  useEffect(() => {
    const container = textContainer.current;
    if (!page || !isNear || !container) return;
    let isCanceled = false;
    let layer: pdfjs.TextLayer | undefined;
    const read = async () => {
      const textContentSource = await readTextContent(page);
      if (isCanceled) return;
      layer = new pdfjs.TextLayer({ textContentSource, container, viewport: page.getViewport({ scale: 1 }) });
      await layer.render();
      const marked = container.querySelectorAll('.markedContent[id]');
      if (!isCanceled) setText({ divs: layer.textDivs, ids: new Set(Array.from(marked, ({ id }) => id)) });
    };
    // The page is still visible without its text layer.
    read().catch(() => undefined);
    return () => {
      isCanceled = true;
      layer?.cancel();
      container.replaceChildren();
      setText(noText);
    };
  }, [page, isNear]);

  useEffect(() => {
    if (isNear) return;
    canvasContainer.current?.replaceChildren();
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
      <div ref={canvasContainer} className={styles.picture} aria-hidden="true" />
      {hasFailed && <p className={styles.failure}>{t('documents.pageNotShown', { number })}</p>}
      <Marks textDivs={text.divs} ranges={ranges} current={current} visit={visit} />
      <div ref={textContainer} className={styles.text} />
      {page && text !== noText && <PdfStructure page={page} textIds={text.ids} />}
      {page && isNear && <PdfLinks pdf={pdf} page={page} onGoTo={onGoTo} />}
    </section>
  );
}

export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

/** A box in percent of the page. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Highlights behind matches. Scrolls the current one into view when `visit` changes. */
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
