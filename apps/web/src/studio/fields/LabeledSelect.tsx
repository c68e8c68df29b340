import { Select, type SelectProps } from '@portico/ui/Select';
import { LabeledPart } from './LabeledPart.tsx';

export interface LabeledSelectProps<Value extends string> extends Omit<SelectProps<Value>, 'labelPosition'> {
  help?: string | undefined;
  error?: string | undefined;
}

/** A select with its label above it, like the other fields of the form. */
export function LabeledSelect<Value extends string>({ help, error, ...select }: LabeledSelectProps<Value>) {
  return (
    <LabeledPart label={select.label} help={help} error={error}>
      <Select {...select} labelPosition="hidden" />
    </LabeledPart>
  );
}
