import BetweenHorizontalEnd from 'lucide-react/icons/between-horizontal-end';
import BetweenHorizontalStart from 'lucide-react/icons/between-horizontal-start';
import BetweenVerticalEnd from 'lucide-react/icons/between-vertical-end';
import BetweenVerticalStart from 'lucide-react/icons/between-vertical-start';
import FoldHorizontal from 'lucide-react/icons/fold-horizontal';
import FoldVertical from 'lucide-react/icons/fold-vertical';
import { useRef, useState, type KeyboardEvent } from 'react';
import type { ComponentOf } from '@portico/kinds/content';
import { IconButton } from '@portico/ui/IconButton';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import { t, type TextKey } from '../../locale/text.ts';
import { addColumn, addRow, removeColumn, removeRow } from '../fields/tableEdits.ts';
import styles from './editable.module.css';

/** Row -1 is the header. */
export interface CellIndex {
  row: number;
  column: number;
}

type Table = ComponentOf<'Table'>;

interface Tool {
  label: TextKey;
  icon: typeof FoldVertical;
  isPossible: boolean;
  change: () => { table: Table; index: CellIndex };
}

/** Buttons to add and remove rows and columns around the cell being edited. Arrow keys move between buttons. */
export function TableTools({
  table,
  index,
  onChange,
}: {
  table: Table;
  index: CellIndex;
  onChange: (next: Table, index: CellIndex) => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [message, setMessage] = useState('');
  const { row, column } = index;
  const [width, height] = [table.align.length, table.rows.length];
  const first = table.header.length > 0 ? -1 : 0;
  const tools: Tool[] = [
    {
      label: 'studio.editRowAbove',
      icon: BetweenHorizontalStart,
      isPossible: row >= 0 && height < MAX_TABLE_ROWS,
      change: () => ({ table: addRow(table, row), index }),
    },
    {
      label: 'studio.editRowBelow',
      icon: BetweenHorizontalEnd,
      isPossible: height < MAX_TABLE_ROWS,
      change: () => ({ table: addRow(table, row + 1), index: { row: row + 1, column } }),
    },
    {
      label: 'studio.editRemoveRow',
      icon: FoldVertical,
      isPossible: row >= 0 && height - first > 1,
      change: () => ({
        table: removeRow(table, row),
        index: { row: Math.max(first, Math.min(row, height - 2)), column },
      }),
    },
    {
      label: 'studio.editColumnBefore',
      icon: BetweenVerticalStart,
      isPossible: width < MAX_TABLE_COLUMNS,
      change: () => ({ table: addColumn(table, column), index }),
    },
    {
      label: 'studio.editColumnAfter',
      icon: BetweenVerticalEnd,
      isPossible: width < MAX_TABLE_COLUMNS,
      change: () => ({ table: addColumn(table, column + 1), index: { row, column: column + 1 } }),
    },
    {
      label: 'studio.editRemoveColumn',
      icon: FoldHorizontal,
      isPossible: width > 1,
      change: () => ({ table: removeColumn(table, column), index: { row, column: Math.min(column, width - 2) } }),
    },
  ];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (current + step + tools.length) % tools.length;
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('studio.editTableTools')}
      tabIndex={-1}
      className={styles.tools}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
    >
      {tools.map(({ label, icon: Icon, isPossible, change }, position) => (
        <IconButton
          key={label}
          size="small"
          label={t(label)}
          icon={<Icon aria-hidden="true" />}
          tabIndex={position === current ? 0 : -1}
          aria-disabled={!isPossible || undefined}
          onFocus={() => setCurrent(position)}
          onPress={() => {
            if (!isPossible) return;
            const { table: next, index: focused } = change();
            onChange(next, focused);
            setMessage(t('studio.editTableSize', { columns: next.align.length, rows: next.rows.length }));
          }}
        />
      ))}
      <VisuallyHidden role="status">{message}</VisuallyHidden>
    </div>
  );
}
