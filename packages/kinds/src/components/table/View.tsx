import { useId, useEffect, useRef, useState, type RefObject } from 'react';
import { plainInline } from '../../base/plainText.ts';
import type { InlineText } from '../../base/richText.ts';
import { InlineView } from '../../page/RichTextView.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { Table } from './shape.ts';
import styles from './View.module.css';

const MAX_NAME = 80;
/** Cells with more characters than this get room for two or three words, where the table scrolls anyway. */
const MAX_SHORT_CELL = 12;

/** Accessible name of a table without a caption: its column headers. */
function nameOf(header: InlineText[]): string {
  const words = header
    .map(plainInline)
    .filter((word) => word.trim() !== '')
    .join(', ');
  return words === '' ? 'Table' : `Table: ${words.length > MAX_NAME ? `${words.slice(0, MAX_NAME)}…` : words}`;
}

/**
 * A table that scrolls within its own region on a narrower screen. The region is focusable, so that the arrow keys
 * scroll it, and shadows at its sides show that there is more.
 */
export function TableView({ component }: { component: Table }) {
  const { caption, align, header, rows } = component;
  const captionId = useId();
  const [region, hidden] = useHiddenEdges();
  const alignment = (column: number) => align[column] ?? 'Left';
  return (
    <div
      className={styles.frame}
      data-wide
      data-block
      data-hidden-start={hidden.start || undefined}
      data-hidden-end={hidden.end || undefined}
    >
      <div
        ref={region}
        role="region"
        className={styles.region}
        tabIndex={0}
        {...(caption ? { 'aria-labelledby': captionId } : { 'aria-label': nameOf(header) })}
      >
        <table className={styles.table}>
          {caption && (
            <caption id={captionId} className={styles.caption}>
              {caption}
            </caption>
          )}
          {header.length > 0 && (
            <thead>
              <tr>
                {header.map((cell, column) => (
                  <th key={column} scope="col" data-align={alignment(column)}>
                    <Cell text={cell} />
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, position) => (
              // Rows and cells are identified by their position and never move.
              <tr key={position}>
                {row.map((cell, column) => (
                  <td key={column} data-align={alignment(column)}>
                    <Cell text={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function Cell({ text }: { text: InlineText }) {
  return (
    <div dir="auto" className={styles.cell} data-wordy={plainInline(text).length > MAX_SHORT_CELL || undefined}>
      <InlineView text={text} />
    </div>
  );
}

export const view: ViewOf<Table> = { View: TableView };

interface HiddenEdges {
  /** Whether there is more to scroll to before or after the visible part. */
  start: boolean;
  end: boolean;
}

/** Which sides of a horizontally scrolling element hide content. The element must have exactly one child. */
function useHiddenEdges(): [element: RefObject<HTMLDivElement | null>, edges: HiddenEdges] {
  const element = useRef<HTMLDivElement>(null);
  const [edges, setEdges] = useState<HiddenEdges>({ start: false, end: false });
  useEffect(() => {
    const region = element.current;
    if (!region) return;
    const look = () => {
      const before = Math.abs(region.scrollLeft); // Negative in right-to-left text.
      const after = region.scrollWidth - region.clientWidth - before;
      setEdges((known) => {
        const next = { start: before > 1, end: after > 1 };
        return next.start === known.start && next.end === known.end ? known : next;
      });
    };
    const observer = new ResizeObserver(look);
    observer.observe(region);
    if (region.firstElementChild) observer.observe(region.firstElementChild);
    region.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      region.removeEventListener('scroll', look);
    };
  }, []);
  return [element, edges];
}
