import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { fieldWords, blankField, exampleField } from '../../forms/fieldShape.ts';
import type { Checkbox } from '../../forms/formFields.ts';

export { Checkbox } from '../../forms/formFields.ts';

export const shape = {
  words: fieldWords,
  blank: () => ({ ...blankField }),
  needs: 'label',
  isOnlyInForms: true,
} satisfies ComponentShape<Checkbox>;

export const example: ExampleOf<Checkbox> = { ...exampleField, state: 'Checked' };
