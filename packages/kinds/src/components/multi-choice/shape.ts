import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import {
  fieldWords,
  blankField,
  blankOptions,
  exampleField,
  exampleOptions,
  optionWords,
} from '../../forms/fieldShape.ts';
import type { MultiChoice } from '../../forms/formFields.ts';

export { MultiChoice } from '../../forms/formFields.ts';

export const shape = {
  words: { ...fieldWords, options: optionWords },
  blank: () => ({ ...blankField, options: blankOptions() }),
  needs: 'label',
  isOnlyInForms: true,
} satisfies ComponentShape<MultiChoice>;

export const example: ExampleOf<MultiChoice> = { ...exampleField, options: exampleOptions };
