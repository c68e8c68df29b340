import { Select } from '@portico/ui/Select';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { accessQuery } from '../roles/roles.queries.ts';

interface OwnDepartmentProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  /** The field of those who write for every department. */
  children: ReactNode;
}

/** The department of an item: one of their own for those who write for some, so that they can't lose the item. */
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
