import { use } from 'react';
import { listOf } from '@portico/kinds/listOf';
import { documentFormats } from '@portico/kinds/media';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { FormContext, problemAt, type PropertyProps } from '../formContext.ts';

/** Which file formats a form accepts; none selected means all. */
export function FormatsProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  return (
    <CheckboxGroup
      label={description.label}
      help={description.help}
      error={problemAt(problems, path)}
      values={listOf(value as string[])}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      options={documentFormats.map((format) => ({ value: format, label: format }))}
    />
  );
}
