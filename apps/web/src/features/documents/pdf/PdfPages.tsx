import { IconButton } from '@portico/ui/IconButton';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../../locale/text.ts';
import bar from '../preview/Toolbar.module.css';
import { type Zoom, ZoomControls } from '../preview/ZoomControls.tsx';
import { FindBar } from './FindBar.tsx';
import type { TextRange } from './pageText.ts';
import { PdfPage, PIXELS_PER_POINT, type PageSize } from './PdfPage.tsx';
import styles from './PdfPages.module.css';
import { type PdfMatch, usePdfFind } from './usePdfFind.ts';
import { useVisiblePages } from './useVisiblePages.ts';

type ZoomRule = 'auto' | 'width';

const zoomRules = () =>
  [
    { value: 'auto', label: t('documents.automatic') },
    { value: 'width', label: t('documents.pageWidth') },
  ] as const;
/** Largest automatic zoom: wider pages are harder to read. */
const MAX_AUTOMATIC = 1.25;
/** Margin beside a page, in pixels. */
const MARGIN = 32;
const nothing: PageMatches = { first: 0, ranges: [] };

/** The matches on one page, and the index of the first one among all matches. */
interface PageMatches {
  first: number;
  ranges: readonly TextRange[];
}

export interface PdfPagesProps {
  title: string;
  pdf: PDFDocumentProxy;
  firstSize: PageSize;
  /** Page to show, counted from 1. */
  page: number;
  /** Words to find at first. */
  find?: string | undefined;
  hasNoWords?: boolean | undefined;
  isRecognized?: boolean | undefined;
  onPageChange: (page: number) => void;
}

/** The pages of an open PDF in one column, with page, zoom, and find controls. */
export function PdfPages({
  title,
  pdf,
  firstSize,
  page: requested,
  find: requestedWords = '',
  hasNoWords = false,
  isRecognized = false,
  onPageChange,
}: PdfPagesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const findField = useRef<HTMLInputElement>(null);
  const [zoom, setZoom] = useState<Zoom<ZoomRule>>('auto');
  const { width, near, current, goTo } = useVisiblePages(scroller, {
    count: pdf.numPages,
    requested,
    onChange: onPageChange,
  });
  const find = usePdfFind(pdf, () => current, requestedWords);

  const widthFactor = Math.max(0.1, (width - MARGIN) / (firstSize.width * PIXELS_PER_POINT));
  const factor = zoom === 'width' ? widthFactor : zoom === 'auto' ? Math.min(widthFactor, MAX_AUTOMATIC) : zoom;

  // If the match is on a page that is not rendered yet, scroll to the page. It scrolls to the match after rendering.
  const match = find.matches[find.current];
  const showMatch = useEffectEvent(() => {
    if (match && !near.has(match.page)) goTo(match.page);
  });
  useEffect(() => showMatch(), [match, find.visit]);

  const matchesOf = useMemo(() => matchesByPage(find.matches), [find.matches]);

  // The browser's find would miss pages that are not rendered yet.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
      event.preventDefault();
      findField.current?.focus();
      findField.current?.select();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div className={bar.frame}>
      <div className={bar.bar}>
        <PageField page={current} count={pdf.numPages} onGoTo={goTo} />
        <ZoomControls zoom={zoom} factor={factor} rules={zoomRules()} onChange={setZoom} />
        <FindBar find={find} inputRef={findField} />
        {hasNoWords && <p className={styles.note}>{t('documents.hasNoWords')}</p>}
        {isRecognized && <p className={styles.note}>{t('documents.isRecognized')}</p>}
      </div>
      <div
        ref={scroller}
        role="region"
        aria-label={t('documents.pagesOf', { title })}
        tabIndex={0}
        className={bar.scroller}
      >
        <div className={styles.pages}>
          {width > 0 &&
            Array.from({ length: pdf.numPages }, (_, index) => {
              const found = matchesOf.get(index + 1) ?? nothing;
              const currentInPage = find.current - found.first;
              return (
                <PdfPage
                  key={index}
                  pdf={pdf}
                  number={index + 1}
                  likelySize={firstSize}
                  factor={factor}
                  isNear={near.has(index + 1)}
                  ranges={found.ranges}
                  current={currentInPage >= 0 && currentInPage < found.ranges.length ? currentInPage : -1}
                  visit={find.visit}
                  onGoTo={goTo}
                />
              );
            })}
        </div>
      </div>
    </div>
  );
}

/** Groups matches by page. They must be in page order. */
function matchesByPage(matches: readonly PdfMatch[]): Map<number, PageMatches> {
  const pages = new Map<number, { first: number; ranges: TextRange[] }>();
  matches.forEach(({ page, range }, index) => {
    const found = pages.get(page);
    if (found) found.ranges.push(range);
    else pages.set(page, { first: index, ranges: [range] });
  });
  return pages;
}

/** The page number in an input, with buttons for the previous and next page. */
function PageField({ page, count, onGoTo }: { page: number; count: number; onGoTo: (page: number) => void }) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const commit = () => {
    const number = Number(typed);
    if (typed !== undefined && Number.isInteger(number) && number >= 1) onGoTo(Math.min(number, count));
    setTyped(undefined);
  };
  return (
    <div role="group" aria-label={t('documents.page')} className={styles.field}>
      <IconButton
        size="small"
        label={t('documents.previousPage')}
        icon={<ChevronLeft aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={page <= 1}
        onPress={() => onGoTo(page - 1)}
      />
      <label htmlFor={id} className={styles.label}>
        {t('documents.page')}
      </label>
      <input
        id={id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        className={styles.input}
        value={typed ?? String(page)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setTyped(event.target.value.replace(/\D/g, '').slice(0, 4))}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <span className={styles.count}>{t('documents.ofPages', { count })}</span>
      <IconButton
        size="small"
        label={t('documents.nextPage')}
        icon={<ChevronRight aria-hidden="true" />}
        hasTooltip={false}
        isDisabled={page >= count}
        onPress={() => onGoTo(page + 1)}
      />
    </div>
  );
}
