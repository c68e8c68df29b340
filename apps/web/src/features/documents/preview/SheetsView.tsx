import type { PortalDocument, PreviewSheet } from '@portico/contracts/documents';
import { Tabs } from '@portico/ui/Tabs';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useState } from 'react';
import { t } from '../../../locale/text.ts';
import { TruncationNote } from './TruncationNote.tsx';
import { columnName, hasHeaderRow, isNumber } from './sheetTable.ts';
import styles from './SheetsView.module.css';

const whole = new Intl.NumberFormat('en-US');

/** A spreadsheet, one sheet at a time, with a sticky header and a note about omitted rows and columns. */
export function SheetsView({ document, sheets }: { document: PortalDocument; sheets: readonly PreviewSheet[] }) {
  const [chosen, setChosen] = useState('0');
  const sheet = sheets[Number(chosen)];
  if (!sheet) return <p className={styles.empty}>{t('documents.noSheets')}</p>;
  const table = <Sheet key={chosen} document={document} sheet={sheet} />;
  if (sheets.length === 1) return <div className={styles.frame}>{table}</div>;
  return (
    <div className={styles.frame} data-tabs>
      <Tabs
        label={t('documents.sheets')}
        value={chosen}
        onChange={setChosen}
        options={sheets.map(({ name }, index) => ({ value: String(index), label: name }))}
      >
        {table}
      </Tabs>
    </div>
  );
}

function Sheet({
  document,
  sheet: { name, rows, totalRows, totalColumns },
}: {
  document: PortalDocument;
  sheet: PreviewSheet;
}) {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const isHeaded = hasHeaderRow(rows);
  const head = isHeaded ? (rows[0] ?? []) : Array.from({ length: columns }, (_, column) => columnName(column));
  const body = isHeaded ? rows.slice(1) : rows;
  const cuts = [
    ...(totalRows > rows.length
      ? [t('documents.firstRows', { shown: whole.format(rows.length), total: whole.format(totalRows) })]
      : []),
    ...(totalColumns > columns
      ? [t('documents.firstColumns', { shown: whole.format(columns), total: whole.format(totalColumns) })]
      : []),
  ];
  return (
    <div className={styles.sheet}>
      {cuts.length > 0 && (
        <div className={styles.note}>
          <TruncationNote document={document}>{cuts.join(' ')}</TruncationNote>
        </div>
      )}
      {rows.length === 0 ? (
        <p className={styles.empty}>{t('documents.emptySheet')}</p>
      ) : (
        <div role="region" aria-label={t('documents.sheet', { name })} tabIndex={0} className={styles.scroller}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.corner}>
                  <VisuallyHidden>{t('documents.row')}</VisuallyHidden>
                </th>
                {Array.from({ length: columns }, (_, column) => (
                  <th key={column} scope="col">
                    {head[column] || columnName(column)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {body.map((row, position) => (
                // Rows and cells never move, so their index is a stable key.
                <tr key={position}>
                  <th scope="row">{position + (isHeaded ? 2 : 1)}</th>
                  {Array.from({ length: columns }, (_, column) => {
                    const cell = row[column] ?? '';
                    return (
                      <td key={column} data-number={isNumber(cell) || undefined}>
                        {cell}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
