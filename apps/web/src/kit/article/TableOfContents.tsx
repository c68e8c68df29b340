import { outline, type OutlineEntry } from '@portico/kinds/page/outline';
import type { ComponentTree } from '@portico/kinds/content';
import { classes } from '@portico/ui/classes';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useId, useMemo, useState } from 'react';
import { t } from '../../locale/text.ts';
import styles from './TableOfContents.module.css';

/** Headings above this share of the window count as read. */
const READING_LINE = 0.3;

/** With fewer headings there is no table of contents. */
const MIN_ENTRIES = 3;

/**
 * The headings of a page as links, with the current one marked. Stays in view next to the text; collapsed above the
 * text on narrow screens.
 */
export function TableOfContents({ components }: { components: ComponentTree }) {
  const entries = useMemo(() => outline(components), [components]);
  const current = useCurrentAnchor(entries);
  const titleId = useId();
  if (entries.length < MIN_ENTRIES) return null;
  const topLevel = Math.min(...entries.map(({ level }) => level));
  const list = (
    <ol className={styles.list}>
      {entries.map(({ anchor, text, level }) => (
        <li key={anchor}>
          <a
            href={`#${anchor}`}
            className={styles.link}
            data-depth={level - topLevel}
            aria-current={anchor === current ? 'location' : undefined}
          >
            {text}
          </a>
        </li>
      ))}
    </ol>
  );
  return (
    <>
      <nav
        aria-labelledby={titleId}
        className={classes(styles.contents, styles.beside)}
        data-sticky
        data-print="hidden"
      >
        <h2 id={titleId} className={styles.title}>
          {t('shared.onThisPage')}
        </h2>
        {list}
      </nav>
      <nav aria-label={t('shared.onThisPage')} className={classes(styles.contents, styles.above)} data-print="hidden">
        <details>
          <summary className={styles.summary}>
            {t('shared.onThisPage')}
            <ChevronDown aria-hidden="true" />
          </summary>
          {list}
        </details>
      </nav>
    </>
  );
}

/** Anchor of the last heading above the reading line; undefined above the first one. */
function useCurrentAnchor(entries: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const line = window.innerHeight * READING_LINE;
      const isAtEnd =
        window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2 && window.scrollY > 0;
      const headings = entries.map(({ anchor }) => ({
        anchor,
        top: document.getElementById(anchor)?.getBoundingClientRect().top ?? Infinity,
      }));
      const passed = headings.filter(({ top }) => top <= (isAtEnd ? window.innerHeight : line));
      setCurrent(passed.at(-1)?.anchor);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(update);
    };
    update();
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', onScroll);
    };
  }, [entries]);
  return current;
}
