import { Select, type SelectProps } from '@portico/ui/Select';
import { LabeledPart } from './LabeledPart.tsx';

export interface LabeledSelectProps<Value extends string> extends Omit<SelectProps<Value>, 'labelPosition'> {
  help?: string | undefined;
  error?: string | undefined;
}

/** A choice with its label above it, as the other fields of the form have theirs. */
export function LabeledSelect<Value extends string>({ help, error, ...select }: LabeledSelectProps<Value>) {
  return (
    <LabeledPart label={select.label} help={help} error={error}>
      <Select {...select} labelPosition="hidden" />
    </LabeledPart>
  );
}
