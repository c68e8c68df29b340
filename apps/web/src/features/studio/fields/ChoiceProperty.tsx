import { use } from 'react';
import { SegmentedControl } from '@portico/ui/SegmentedControl';
import { t } from '../../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from './formContext.ts';
import { LabeledPart } from './LabeledPart.tsx';
import { LabeledSelect } from './LabeledSelect.tsx';

const FEW = 3;

/** One of the values that the contract knows. Few of them are all in view. */
export function ChoiceProperty({ path, model, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  if (model.kind !== 'choice') return null;
  const label = t(description.label);
  // In the order in which they are described, which is the one that people expect.
  const options = Object.entries(description.options ?? {}).map(([option, text]) => ({
    value: option,
    label: t(text),
  }));
  const current = typeof value === 'string' ? value : '';
  if (options.length <= FEW && !model.isOptional)
    return (
      <LabeledPart label={label} error={problemAt(problems, path)}>
        <SegmentedControl label={label} value={current || undefined} onChange={onChange} options={options} hasLabels />
      </LabeledPart>
    );
  const none = { value: '', label: t('studio.fieldNotSet') };
  return (
    <LabeledSelect
      label={label}
      help={description.help && t(description.help)}
      error={problemAt(problems, path)}
      value={current}
      onChange={(next) => onChange(next === '' ? undefined : next)}
      options={model.isOptional || current === '' ? [none, ...options] : options}
    />
  );
}
