import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accessQuery } from '../studio.queries.ts';

interface OwnDepartmentProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The field for people who write for all departments. */
  children: ReactNode;
}

/**
 * The department of an item. People who write only for some departments choose one of those, so that they can't lose
 * access.
 */
export function OwnDepartment({ label, value, onChange, children }: OwnDepartmentProps) {
  const { data } = useQuery({ ...accessQuery(), throwOnError: false });
  const own = data?.departments ?? null;
  if (own === null) return children;
  const names = value === null || own.includes(value) ? own : [value, ...own];
  const options = names.map((name) => ({ value: name, label: name }));
  return (
    <Select
      label={label}
      value={value ?? ''}
      options={value === null ? [{ value: '', label: '—' }, ...options] : options}
      onChange={(name) => onChange(name === '' ? null : name)}
    />
  );
}
