import type { ItemContent, ContentFields, FieldChange } from '@portico/contracts/studio/draft';
import { fields as allFields, type FieldName } from '@portico/kinds/items';
import type { ItemField } from '@portico/kinds/itemFields';
import type { AnyField } from '@portico/kinds/properties/itemForm';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { InstantField } from '../controls/InstantField.tsx';
import { TagsField } from './TagsField.tsx';
import { eventZone, ownZone } from '../controls/zonedTime.ts';

export interface ControlProps extends AnyField {
  name: FieldName;
  fields: ContentFields;
  trees: ItemContent['trees'];
  itemId: string;
  set: <Name extends FieldName>(name: Name, value: ContentFields[Name]) => void;
  onChange: (change: FieldChange) => void;
}

/** The control of a field, from what it is. */
export function PlainField({ name, label, help, options = {}, zone, fields, set }: ControlProps) {
  const field: ItemField = allFields[name];
  const value = fields[name];
  const change = (next: unknown) => set(name, next as ContentFields[typeof name]);
  if (field.is === 'texts')
    return (
      <TagsField
        label={label}
        help={help}
        values={value as string[]}
        maxLength={field.maxLength}
        max={field.maxEntries}
        onChange={change}
      />
    );
  if (field.is === 'choice')
    return (
      <Select
        label={label}
        value={(value ?? '') as string}
        options={[
          ...(field.blank === null ? [{ value: '', label: '—' }] : []),
          ...field.options.map((option) => ({ value: option, label: options[option] ?? option })),
        ]}
        onChange={(option) => change(orNull(option))}
      />
    );
  if (field.is === 'text')
    return (
      <TextField
        label={label}
        help={help}
        value={(value ?? '') as string}
        maxLength={field.maxLength}
        onChange={(text) => change(orNull(text))}
      />
    );
  return (
    <InstantField
      label={label}
      help={help}
      value={value as string | null}
      timeZone={zone === 'event' ? eventZone(fields) : ownZone()}
      onChange={change}
    />
  );
}

export const orNull = (value: string): string | null => (value === '' ? null : value);
