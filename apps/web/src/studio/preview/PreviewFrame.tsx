import { isSafeHref } from '@portico/kinds/safeHref';
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './PreviewFrame.module.css';

export type PreviewWidth = '390' | '820' | '1440';
export type PreviewTheme = 'light' | 'dark';

interface PreviewFrameProps {
  title: string;
  width: PreviewWidth;
  /** Defaults to the current theme of the portal. */
  theme?: PreviewTheme | undefined;
  children: ReactNode;
}

/**
 * An iframe, so that everything in it, including media queries, has the width of the reader's screen. Scaled down if
 * there is less room.
 */
export function PreviewFrame({ title, width, theme, children }: PreviewFrameProps) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  // Re-renders on load, because some browsers replace the initial document of the frame.
  const [, setLoads] = useState(0);
  const inside = frame?.contentDocument ?? null;
  const [stage, scale] = useScale(Number(width));
  useEffect(() => (inside ? mirrorStyles(inside) : undefined), [inside]);
  useEffect(() => (inside ? keepLinksOutside(inside) : undefined), [inside]);
  useEffect(() => {
    if (inside) nameAndTheme(inside, title, theme);
  }, [inside, theme, title]);
  return (
    <div ref={stage} className={styles.stage}>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- we render its page, and videos in it must play */}
      <iframe
        ref={setFrame}
        onLoad={() => setLoads((count) => count + 1)}
        title={title}
        className={styles.frame}
        data-width={width}
        style={{ '--scale': scale } as CSSProperties}
      />
      {inside && createPortal(<div className={styles.page}>{children}</div>, inside.body)}
    </div>
  );
}

function nameAndTheme(inside: Document, title: string, theme: PreviewTheme | undefined): void {
  const { lang, dataset } = document.documentElement;
  const chosen = theme ?? dataset['theme'];
  const root = inside.documentElement;
  root.lang = lang;
  if (chosen === undefined) delete root.dataset['theme'];
  else root.dataset['theme'] = chosen;
  inside.title = title;
}

/** The scale at which content of this width fits into an element. */
function useScale(width: number) {
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [stage, Math.min(1, room / width)] as const;
}

/** Copies the portal's styles into the frame, including styles loaded later. */
function mirrorStyles(inside: Document): () => void {
  const copy = (nodes: Iterable<Node>) => {
    for (const node of nodes)
      if (node instanceof HTMLStyleElement || (node instanceof HTMLLinkElement && node.rel === 'stylesheet'))
        inside.head.append(node.cloneNode(true));
  };
  copy(document.head.children);
  const observer = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) copy(addedNodes);
  });
  observer.observe(document.head, { childList: true });
  return () => observer.disconnect();
}

/** Fragment links scroll inside the frame; all others open in a new tab. */
function keepLinksOutside(inside: Document): () => void {
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    const href = link?.getAttribute('href');
    if (!link || !href) return;
    event.preventDefault();
    event.stopPropagation();
    if (href.startsWith('#')) inside.getElementById(href.slice(1))?.scrollIntoView();
    else if (isSafeHref(href)) window.open(link.href, '_blank', 'noopener');
  };
  inside.addEventListener('click', onClick, true);
  return () => inside.removeEventListener('click', onClick, true);
}
