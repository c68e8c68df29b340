import { MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Field } from '../controls/Field.tsx';
import styles from '../controls/Field.module.css';
import { departmentsQuery } from '../studio.queries.ts';

/** A field for a department name; existing departments are suggested. */
export function DepartmentField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const { data } = useQuery(departmentsQuery());
  return (
    <Field id={id} label={label}>
      <input
        id={id}
        className={styles.control}
        list={`${id}-list`}
        value={value}
        maxLength={MAX_DEPARTMENT}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={`${id}-list`}>
        {(data ?? []).map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </Field>
  );
}
