import { FIRST_DAY, LAST_DAY } from '@portico/contracts/days';
import { MAX_TEXT_AREA } from '@portico/kinds/formFields';
import type { FormValue } from '@portico/contracts/formValues';
import { textLength } from '@portico/contracts/formValidation';
import { cleanCodeWhileTyping } from '@portico/kinds/typedText';
import { DateInput } from '@portico/ui/DateInput';
import { Checkbox, CheckboxGroup, RadioList } from '@portico/ui/ChoiceList';
import { SelectInput } from '@portico/ui/SelectInput';
import { TextArea } from '@portico/ui/TextArea';
import { TextInput } from '@portico/ui/TextInput';
import { memo } from 'react';
import type { EntryFieldProps } from './entryFieldProps.ts';
import { FileField } from './FileField.tsx';

const textOf = (value: FormValue | undefined) => (typeof value === 'string' ? value : '');
const valuesOf = (value: FormValue | undefined) => (Array.isArray(value) ? value : []);

type InputAttributes = Pick<Parameters<typeof TextInput>[0], 'type' | 'inputMode' | 'autoComplete' | 'spellCheck'>;
const inputAttributes: Record<'Text' | 'Number' | 'Email' | 'Phone', InputAttributes> = {
  Text: {},
  // An input of type number drops text it doesn't accept, and the mouse wheel changes its value.
  Number: { inputMode: 'decimal', autoComplete: 'off' },
  Email: { type: 'email', inputMode: 'email', spellCheck: false },
  Phone: { type: 'tel', inputMode: 'tel' },
};

/** Copied numbers and addresses often contain characters that nobody sees or types. */
const isCode = (format: string | undefined) => format === 'Number' || format === 'Email' || format === 'Phone';

/** One field of a form with its value. Rerenders only when its props change. */
export const EntryField = memo(function EntryField(props: EntryFieldProps) {
  const { id, field, value, error, onChange, onBlur } = props;
  const own = {
    id,
    label: field.label,
    help: field.helpText,
    error,
    isRequired: field.isRequired,
    onBlur: () => onBlur(field.alias),
  };
  const change = (changed: FormValue) => onChange(field.alias, changed);
  switch (field.type) {
    case 'TextField':
      if (field.format === 'Date')
        return (
          <DateInput
            {...own}
            value={textOf(value)}
            onChange={change}
            min={field.min ?? FIRST_DAY}
            max={field.max ?? LAST_DAY}
            unfinished="report"
          />
        );
      return (
        <TextInput
          {...own}
          {...inputAttributes[field.format ?? 'Text']}
          placeholder={field.placeholder}
          value={textOf(value)}
          onChange={(text) => change(isCode(field.format) ? cleanCodeWhileTyping(text) : text)}
        />
      );
    case 'TextArea': {
      const max = field.maxLength ?? MAX_TEXT_AREA;
      const typed = textLength(textOf(value));
      // The default limit shows only when the text is close to it.
      const count = field.maxLength !== undefined || typed > max * 0.9 ? { typed, max } : undefined;
      return (
        <TextArea {...own} placeholder={field.placeholder} value={textOf(value)} onChange={change} count={count} />
      );
    }
    case 'DropDownList':
      return <SelectInput {...own} options={field.options} value={textOf(value)} onChange={change} />;
    case 'SingleChoice':
      return <RadioList {...own} options={field.options} value={textOf(value)} onChange={change} />;
    case 'MultiChoice':
      return <CheckboxGroup {...own} options={field.options} values={valuesOf(value)} onChange={change} />;
    case 'Checkbox':
      return <Checkbox {...own} isChecked={value === true} onChange={change} />;
    case 'FileUpload':
      return <FileField {...props} field={field} ids={valuesOf(value)} />;
  }
});
