import { use } from 'react';
import type { Alignment } from '@portico/kinds/parts';
import type { ComponentOf, ContentComponent } from '@portico/kinds/content';
import { listOf } from '@portico/kinds/listOf';
import { plainInline } from '@portico/kinds/plainText';
import { Button } from '@portico/ui/Button';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { Select } from '@portico/ui/Select';
import { Switch } from '@portico/ui/Switch';
import { MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '@portico/kinds/components/table/shape';
import { t } from '../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps, type Values } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';
import { addColumn, addRow, removeColumn, removeRow, setAlignment, setHeader } from './tableEdits.ts';
import styles from './fields.module.css';

type Table = ComponentOf<'Table'>;

/** Fills in empty values where an incomplete table has none. */
const tableOf = (owner: Values): Table => {
  const { align, header, rows } = owner as Partial<Table>;
  return { ...owner, align: align ?? ['Left'], header: header ?? [], rows: rows ?? [] } as Table;
};

/** Whether the first row is a header. */
export function TableHeaderProperty({ path, description, owner, onOwnerChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const table = tableOf(owner);
  const error = problemAt(problems, path);
  return (
    <div className={styles.part}>
      <Switch isSelected={table.header.length > 0} onChange={(hasHeader) => onOwnerChange(setHeader(table, hasHeader))}>
        {description.label}
      </Switch>
      {description.help && <p className={styles.help}>{description.help}</p>}
      {error && <p className={styles.error}>{error}</p>}
    </div>
  );
}

/** The text alignment of each column. */
export function TableAlignProperty({ description, owner, onOwnerChange }: PropertyProps) {
  const table = tableOf(owner);
  const sides: Array<{ value: Alignment; label: string }> = [
    { value: 'Left', label: t('studio.fieldLeft') },
    { value: 'Center', label: t('studio.fieldCenter') },
    { value: 'Right', label: t('studio.fieldRight') },
  ];
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{description.label}</legend>
      {table.align.map((align, column) => (
        // Columns have no id; their position is their key.
        <Select
          key={column}
          label={plainInline(table.header[column] ?? []) || t('studio.fieldColumnNumber', { n: column + 1 })}
          labelPosition="side"
          value={align}
          onChange={(next) => onOwnerChange(setAlignment(table, column, next))}
          options={sides}
        />
      ))}
    </fieldset>
  );
}

/** The size of the table. Its cells are edited in place. */
export function TableRowsProperty({ path, description, owner, onOwnerChange }: PropertyProps) {
  const { problems, say } = use(FormContext);
  const table = tableOf(owner);
  const [width, height] = [table.align.length, table.rows.length];
  const change = (next: Table) => {
    onOwnerChange(next);
    say(t('studio.fieldTableSize', { columns: next.align.length, rows: next.rows.length }));
  };
  const label = description.label;
  return (
    <LabeledPart
      label={label}
      help={t('studio.fieldTableSize', { columns: width, rows: height })}
      error={problemAt(problems, path)}
    >
      <div role="group" aria-label={label} className={styles.actions}>
        <Button size="small" isDisabled={height >= MAX_TABLE_ROWS} onPress={() => change(addRow(table, height))}>
          {t('studio.fieldAddRow')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          isDisabled={height === 0}
          onPress={() => change(removeRow(table, height - 1))}
        >
          {t('studio.fieldRemoveRow')}
        </Button>
        <Button size="small" isDisabled={width >= MAX_TABLE_COLUMNS} onPress={() => change(addColumn(table, width))}>
          {t('studio.fieldAddColumn')}
        </Button>
        <Button
          size="small"
          variant="quiet"
          isDisabled={width <= 1}
          onPress={() => change(removeColumn(table, width - 1))}
        >
          {t('studio.fieldRemoveColumn')}
        </Button>
      </div>
    </LabeledPart>
  );
}

type Column = { components: ContentComponent[] };

/** The number of columns. The content of removed columns moves to the last remaining one. */
export function ColumnsProperty({ description, value, onChange }: PropertyProps) {
  const { say } = use(FormContext);
  const columns = listOf(value as Column[]);
  const label = description.label;
  const setCount = (count: number) => {
    if (count >= columns.length) {
      onChange([...columns, ...Array.from({ length: count - columns.length }, () => ({ components: [] }))]);
      return;
    }
    const displaced = columns.slice(count).flatMap(({ components }) => components);
    onChange(
      columns
        .slice(0, count)
        .map((column, index) =>
          index === count - 1 && displaced.length > 0
            ? { ...column, components: [...column.components, ...displaced] }
            : column,
        ),
    );
    if (displaced.length > 0) say(t('studio.fieldColumnsMerged', { count: displaced.length }));
  };
  return (
    <LabeledPart label={label} help={description.help}>
      <SegmentedControl
        label={label}
        value={String(columns.length)}
        onChange={(next) => setCount(Number(next))}
        options={[2, 3, 4].map((count) => ({ value: String(count), label: String(count) }))}
      />
    </LabeledPart>
  );
}
