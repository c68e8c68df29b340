import { useId } from 'react';
import type { ComponentOf } from '@portico/contracts/content';
import { InlineView } from '../../RichTextView.tsx';
import styles from './TableBlock.module.css';

/** A table that scrolls inside its own region when the screen is narrower; the region takes focus for the arrow keys. */
export function TableBlock({ component }: { component: ComponentOf<'Table'> }) {
  const { caption, align, header, rows } = component;
  const captionId = useId();
  const alignment = (column: number) => align[column] ?? 'Left';
  return (
    <div
      role="region"
      className={styles.region}
      data-wide
      tabIndex={0}
      {...(caption ? { 'aria-labelledby': captionId } : { 'aria-label': 'Table' })}
    >
      <table className={styles.table}>
        {caption && <caption id={captionId} className={styles.caption}>{caption}</caption>}
        {header.length > 0 && (
          <thead>
            <tr>
              {header.map((cell, column) => (
                <th key={column} scope="col" data-align={alignment(column)}><InlineView text={cell} /></th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((row, position) => (
            // Rows and cells have no identity but their place, and never move.
            <tr key={position}>
              {row.map((cell, column) => <td key={column} data-align={alignment(column)}><InlineView text={cell} /></td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
