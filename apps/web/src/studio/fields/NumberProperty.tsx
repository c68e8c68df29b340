import { use, useState } from 'react';
import { cleanCodeWhileTyping } from '@portico/kinds/typedText';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';

/** Up to this many numbers are shown as a segmented control. */
const MAX_SEGMENTS = 5;

export interface NumberPropertyProps extends PropertyProps {
  /** How many stored units make one displayed unit. */
  unit?: number;
}

/** A whole number. Invalid input stays in the field and is not stored. */
export function NumberProperty({ unit = 1, ...props }: NumberPropertyProps) {
  const { path, model, description, value, onChange } = props;
  const { problems } = use(FormContext);
  const stored = typeof value === 'number' ? value / unit : undefined;
  const [typed, setTyped] = useState<string>();
  if (model.kind !== 'number') return null;
  const min = model.min === undefined ? undefined : Math.ceil(model.min / unit);
  const max = model.max === undefined ? undefined : model.max / unit;
  const label = description.label;
  const help = description.help;
  if (!model.isOptional && min !== undefined && max !== undefined && max - min < MAX_SEGMENTS)
    return (
      <LabeledPart label={label} help={help} error={problemAt(problems, path)}>
        <SegmentedControl
          label={label}
          value={stored === undefined ? undefined : String(stored)}
          onChange={(next) => onChange(Number(next) * unit)}
          options={Array.from({ length: max - min + 1 }, (_, index) => ({
            value: String(min + index),
            label: String(min + index),
          }))}
        />
      </LabeledPart>
    );
  const isAllowed = (text: string) =>
    /^\d{1,12}$/.test(text) && Number(text) >= (min ?? 0) && Number(text) <= (max ?? Number.MAX_SAFE_INTEGER);
  const error =
    typed === undefined || typed === '' || isAllowed(typed)
      ? problemAt(problems, path)
      : max === undefined || max >= Number.MAX_SAFE_INTEGER
        ? t('studio.fieldNumberFrom', { min: min ?? 0 })
        : t('studio.fieldNumberBetween', { min: min ?? 0, max });
  return (
    <TextInput
      label={label}
      help={help}
      error={error}
      inputMode="numeric"
      value={typed ?? (stored === undefined ? '' : String(stored))}
      onChange={(entered) => {
        const next = cleanCodeWhileTyping(entered).trim();
        setTyped(next);
        if (next === '' && model.isOptional) onChange(undefined);
        else if (isAllowed(next)) onChange(Number(next) * unit);
      }}
      onBlur={() => {
        if (typed !== undefined && (typed === '' || isAllowed(typed))) setTyped(undefined);
      }}
    />
  );
}
