import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { ComponentOf } from '@portico/kinds/content';
import type { InlineText } from '@portico/kinds/richText';
import { blockStyles } from '@portico/kinds/page/blockStyles';
import { forms } from '@portico/kinds/componentForms';
import { t } from '../../locale/text.ts';
import { addRow, setCell } from '../fields/tableEdits.ts';
import { shared, type EditableProps } from './editableProps.ts';
import { TableCell } from './TableCell.tsx';
import { useScrollAnchor } from './useScrollAnchor.ts';
import { usePressEnd } from './usePressEnd.ts';
import { TableTools, type CellIndex } from './TableTools.tsx';

const { table: tableStyles } = blockStyles;

type Table = ComponentOf<'Table'>;

const isAt = (index: CellIndex | undefined, row: number, column: number) =>
  index?.row === row && index.column === column;

/** The cell `steps` cells further in reading order; undefined outside the table. */
function cellAfter({ align, header, rows }: Table, { row, column }: CellIndex, steps: number): CellIndex | undefined {
  const width = align.length;
  const first = header.length > 0 ? -1 : 0;
  const index = (row - first) * width + column + steps;
  if (index < 0 || index >= (rows.length - first) * width) return undefined;
  return { row: Math.floor(index / width) + first, column: index % width };
}

/** The index of a row or column after others were added or removed; if it was removed, that of the one after it. */
function followedIndex(before: readonly unknown[], after: readonly unknown[], index: number): number {
  const added = after.length - before.length;
  if (added === 0 || index < 0) return index;
  const [old, now] = [before, after].map((all) => all.map((each) => JSON.stringify(each))) as [string[], string[]];
  const isSameUpTo = (end: number) => old.slice(0, end).every((each, at) => each === now[at]);
  const isSameFrom = (start: number) => old.slice(start).every((each, at) => each === now[start + added + at]);
  if (isSameUpTo(index + 1)) return index;
  return isSameFrom(index) ? index + added : Math.min(index, now.length - 1);
}

const columnsOf = ({ align, header, rows }: Table) =>
  align.map((_, column) => [header[column], ...rows.map((row) => row[column])]);

/** Where a cell is after someone else added or removed rows or columns; undefined if the table has no cell there. */
function followedCell(before: Table, after: Table, { row, column }: CellIndex): CellIndex | undefined {
  const isRowsOnly = before.align.length === after.align.length;
  const index = {
    row: followedIndex(before.rows, after.rows, row),
    column: isRowsOnly ? column : followedIndex(columnsOf(before), columnsOf(after), column),
  };
  if (index.row === -1 && after.header.length === 0) index.row = 0;
  return index.row < after.rows.length && index.column >= 0 ? index : undefined;
}

/**
 * A table whose cells are edited in place. Only one cell at a time is an editor, so that a table with thousands of
 * cells stays fast. Tab and the arrow keys move between cells, Ctrl+Enter adds a row below.
 */
export function EditableTable(props: EditableProps<'Table'>) {
  const { component, onChange, focusAt, onArrowOut } = props;
  const { caption, align, header, rows } = component;
  const captionId = useId();
  const [active, setActive] = useState<CellIndex>();
  const [lastTable, setLastTable] = useState(component);
  if (lastTable !== component) {
    setLastTable(component);
    if (active) setActive(followedCell(lastTable, component, active));
  }
  const frame = useRef<HTMLDivElement>(null);
  const anchorScroll = useScrollAnchor();
  const atPressEnd = usePressEnd();
  const leave = () => {
    if (!frame.current?.contains(document.activeElement)) setActive(undefined);
  };
  const activate = (index: CellIndex) => {
    if (!active) anchorScroll(frame.current);
    setActive(index);
  };
  const first: CellIndex = { row: header.length > 0 ? -1 : 0, column: 0 };

  useEffect(() => {
    if (focusAt) setActive((before) => before ?? { row: first.row, column: 0 });
  }, [focusAt, first.row]);

  const change = (next: Table, index?: CellIndex) => {
    onChange(next);
    setLastTable(next);
    if (index) setActive(index);
  };
  const goTo = (index: CellIndex | undefined) => {
    if (index) setActive(index);
    return index !== undefined;
  };
  const onKey = (event: KeyboardEvent) => {
    if (!active) return;
    const isTab = event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey;
    const isNewRow = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
    if (isNewRow) change(addRow(component, active.row + 1), { row: active.row + 1, column: active.column });
    else if (!isTab || !goTo(cellAfter(component, active, event.shiftKey ? -1 : 1))) return;
    // After the last cell, Tab leaves the table like any field.
    event.preventDefault();
    event.stopPropagation();
  };
  const cell = (text: InlineText, row: number, column: number) => {
    const index = { row, column };
    const moveBy = (steps: number) => goTo(cellAfter(component, index, steps));
    return (
      <TableCell
        {...shared(props)}
        label={t('studio.editCell', { row: row - first.row + 1, column: column + 1 })}
        text={text}
        isActive={isAt(active, row, column)}
        isFirst={!active && isAt(first, row, column)}
        onActivate={() => activate(index)}
        onChange={(next) => onChange(setCell(component, row, column, next))}
        onEnterAtEnd={() => moveBy(align.length)}
        onArrowOut={(direction) => {
          if (!moveBy(direction === 'up' ? -align.length : align.length)) onArrowOut?.(direction);
        }}
      />
    );
  };

  return (
    <div
      ref={frame}
      className={tableStyles['frame']}
      data-wide
      data-block
      onKeyDownCapture={onKey}
      onBlur={(event) => {
        // While a cell becomes an editor, nothing has focus for a moment.
        if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) atPressEnd(leave);
      }}
    >
      {active && <TableTools table={component} index={active} onChange={change} />}
      <div className={tableStyles['region']}>
        <table
          className={tableStyles['table']}
          {...(caption ? { 'aria-labelledby': captionId } : { 'aria-label': forms.Table.label })}
        >
          {caption && (
            <caption id={captionId} className={tableStyles['caption']}>
              {caption}
            </caption>
          )}
          {header.length > 0 && (
            <thead>
              <tr>
                {align.map((side, column) => (
                  <th key={column} scope="col" data-align={side}>
                    {cell(header[column] ?? [], -1, column)}
                  </th>
                ))}
              </tr>
            </thead>
          )}
          <tbody>
            {rows.map((row, index) => (
              // Rows and cells have no id; their position is their key.
              <tr key={index}>
                {align.map((side, column) => (
                  <td key={column} data-align={side}>
                    {cell(row[column] ?? [], index, column)}
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
