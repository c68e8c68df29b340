import { use } from 'react';
import { MAX_OPTIONS } from '@portico/kinds/formFields';
import { listOf } from '@portico/kinds/listOf';
import { Button } from '@portico/ui/Button';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../../locale/text.ts';
import { EntryList } from '../EntryList.tsx';
import { FormContext, problemAt, type PropertyProps } from '../formContext.ts';

interface Option {
  value: string;
  label: string;
}

/** Whether the stored value was generated from the label, so that it changes with the label. */
const isGenerated = ({ value, label }: Option) =>
  value === '' || /^option-\d+$/.test(value) || value === storedName(label, '-');

/** The choices of a question. Their stored values follow their labels until someone edits a value. */
export function OptionsProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const options = listOf(value as Option[]);
  const isTaken = (candidate: string, index: number) =>
    options.some((option, other) => other !== index && option.value === candidate);
  const uniqueValue = (base: string, index: number): string => {
    let candidate = base;
    for (let n = 2; isTaken(candidate, index); n += 1) candidate = `${base}-${n}`;
    return candidate;
  };
  return (
    <EntryList
      label={description.label}
      error={problemAt(problems, path)}
      entries={options}
      onChange={onChange}
      min={1}
      titleOf={({ label }, index) =>
        [t('studio.fieldOptionNumber', { n: index + 1 }), label].filter(Boolean).join(': ')
      }
      actions={
        <Button
          size="small"
          isDisabled={options.length >= MAX_OPTIONS}
          onPress={() => onChange([...options, { value: uniqueValue(`option-${options.length + 1}`, -1), label: '' }])}
        >
          {t('studio.fieldAddOption')}
        </Button>
      }
    >
      {(option, index, change) => (
        <>
          <TextInput
            label={t('studio.fieldOption')}
            isRequired
            error={problemAt(problems, `${path}.${index}.label`)}
            value={option.label}
            onChange={(label) => {
              const generated = storedName(label, '-');
              change({
                label,
                value: isGenerated(option) && generated !== '' ? uniqueValue(generated, index) : option.value,
              });
            }}
          />
          <TextInput
            label={t('studio.fieldStored')}
            help={t('studio.fieldStoredHelp')}
            error={
              isTaken(option.value, index)
                ? t('studio.fieldStoredTaken')
                : problemAt(problems, `${path}.${index}.value`)
            }
            value={option.value}
            onChange={(next) => change({ ...option, value: next })}
          />
        </>
      )}
    </EntryList>
  );
}

/**
 * Text as a name for storage: ASCII letters and digits with separators, at most 60 characters. Empty if the text has
 * none.
 */
function storedName(text: string, separator: '-' | '_'): string {
  const parts = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (parts ?? []).join(separator).slice(0, 60);
}
