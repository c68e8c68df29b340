import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import {
  fieldWords,
  blankField,
  blankOptions,
  exampleField,
  exampleOptions,
  optionWords,
} from '../../forms/fieldShape.ts';
import type { SingleChoice } from '../../forms/formFields.ts';

export { SingleChoice } from '../../forms/formFields.ts';

export const shape = {
  words: { ...fieldWords, options: optionWords },
  blank: () => ({ ...blankField, options: blankOptions() }),
  needs: 'label',
  isOnlyInForms: true,
} satisfies ComponentShape<SingleChoice>;

export const example: ExampleOf<SingleChoice> = { ...exampleField, options: exampleOptions };
