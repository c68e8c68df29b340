import { use } from 'react';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { t } from '../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';
import { LabeledSelect } from './LabeledSelect.tsx';

const MAX_SEGMENTS = 3;

/** A choice of one value from an enum: a segmented control for few options, or else a select. */
export function ChoiceProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  if (model.kind !== 'choice') return null;
  const label = description.label;
  // Options keep the order of their descriptions, which is the order people expect.
  const options = Object.entries(description.options ?? {}).map(([option, text]) => ({
    value: option,
    label: text,
  }));
  const current = typeof value === 'string' ? value : '';
  if (options.length <= MAX_SEGMENTS && !model.isOptional)
    return (
      <LabeledPart label={label} error={problemAt(problems, path)}>
        <SegmentedControl label={label} value={current || undefined} onChange={onChange} options={options} hasLabels />
      </LabeledPart>
    );
  const none = { value: '', label: t('studio.fieldNotSet') };
  return (
    <LabeledSelect
      label={label}
      help={description.help}
      error={problemAt(problems, path)}
      value={current}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={model.isOptional || current === '' ? [none, ...options] : options}
    />
  );
}
