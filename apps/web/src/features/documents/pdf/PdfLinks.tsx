import { isSafeHref } from '@portico/contracts/richText';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { useEffect, useState } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './PdfPage.module.css';

/** A link of a page: its place in per cent of the page, and where it leads. */
interface PdfLink {
  id: string;
  place: { left: string; top: string; width: string; height: string };
  href: string | undefined;
  /** A place in the same file. */
  destination: unknown;
}

/** What we use of an annotation of the PDF reader. */
interface Annotation {
  id: string;
  subtype: string;
  rect: [number, number, number, number];
  url?: string;
  dest?: unknown;
}

/** The links of a page. An address that is not allowed is no link; one that leaves the portal opens a tab of its own. Source: TRUST X2. */
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
    let isOver = false;
    page.getAnnotations({ intent: 'display' }).then(
      (annotations) =>
        !isOver && setLinks((annotations as Annotation[]).flatMap((annotation) => linkOf(annotation, page))),
      // The page stands without its links.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [page]);

  const goTo = async (destination: unknown) => {
    const target: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const reference: unknown = Array.isArray(target) ? target[0] : undefined;
    if (typeof reference === 'number') onGoTo(reference + 1);
    else if (reference !== null && typeof reference === 'object')
      onGoTo((await pdf.getPageIndex(reference as { num: number; gen: number })) + 1);
  };

  return links.map(({ id, place, href, destination }) =>
    href === undefined ? (
      // A place that the file does not have leads nowhere.
      <button
        key={id}
        type="button"
        className={styles.link}
        style={place}
        aria-label={t('documents.linkInside')}
        onClick={() => void goTo(destination).catch(() => undefined)}
      />
    ) : (
      <a
        key={id}
        className={styles.link}
        style={place}
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
      place: {
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
