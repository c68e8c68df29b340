import { isSafeHref } from '@portico/kinds/safeHref';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './PdfPage.module.css';

/** A link on a page: its box in percent of the page, and its target. */
interface PdfLink {
  id: string;
  box: { left: string; top: string; width: string; height: string };
  href: string | undefined;
  /** A destination in the same file. */
  destination: unknown;
}

/** The fields we use of a pdf.js annotation. */
interface Annotation {
  id: string;
  subtype: string;
  rect: [number, number, number, number];
  url?: string;
  dest?: unknown;
}

/** The links on a page. Skips unsafe addresses; links that leave the portal open in a new tab. Source: TRUST X2. */
export function PdfLinks({
  pdf,
  page,
  onGoTo,
}: {
  pdf: PDFDocumentProxy;
  page: PDFPageProxy;
  onGoTo: (page: number) => void;
}) {
  const [links, setLinks] = useState<readonly PdfLink[]>([]);
  useEffect(() => {
    let isCanceled = false;
    page.getAnnotations({ intent: 'display' }).then(
      (annotations) =>
        !isCanceled && setLinks((annotations as Annotation[]).flatMap((annotation) => linkOf(annotation, page))),
      // The page is readable without its links.
      () => undefined,
    );
    return () => {
      isCanceled = true;
    };
  }, [page]);

  const goTo = async (destination: unknown) => {
    const target: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const reference: unknown = Array.isArray(target) ? target[0] : undefined;
    if (typeof reference === 'number') onGoTo(reference + 1);
    else if (reference !== null && typeof reference === 'object')
      onGoTo((await pdf.getPageIndex(reference as { num: number; gen: number })) + 1);
  };

  return links.map(({ id, box, href, destination }) =>
    href === undefined ? (
      // A destination that is missing from the file does nothing.
      <button
        key={id}
        type="button"
        className={styles.link}
        style={box}
        aria-label={t('documents.linkInside')}
        onClick={() => void goTo(destination).catch(() => undefined)}
      />
    ) : (
      <a
        key={id}
        className={styles.link}
        style={box}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('documents.linkOutside', { href })}
        title={href}
      />
    ),
  );
}

function linkOf({ id, subtype, rect, url, dest }: Annotation, page: PDFPageProxy): PdfLink[] {
  const isWeb = url !== undefined && /^(?:https?|mailto|tel):/i.test(url) && isSafeHref(url);
  if (subtype !== 'Link' || !(isWeb || dest)) return [];
  const viewport = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]);
  const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]);
  const share = (length: number, whole: number) => `${(100 * length) / whole}%`;
  return [
    {
      id,
      box: {
        left: share(Math.min(x1, x2), viewport.width),
        top: share(Math.min(y1, y2), viewport.height),
        width: share(Math.abs(x2 - x1), viewport.width),
        height: share(Math.abs(y2 - y1), viewport.height),
      },
      href: isWeb ? url : undefined,
      destination: dest,
    },
  ];
}
