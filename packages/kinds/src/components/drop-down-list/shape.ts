import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import {
  fieldWords,
  blankField,
  blankOptions,
  exampleField,
  exampleOptions,
  optionWords,
} from '../../forms/fieldShape.ts';
import type { DropDownList } from '../../forms/formFields.ts';

export { DropDownList } from '../../forms/formFields.ts';

export const shape = {
  words: { ...fieldWords, options: optionWords },
  blank: () => ({ ...blankField, options: blankOptions() }),
  needs: 'label',
} satisfies ComponentShape<DropDownList>;

export const example: ExampleOf<DropDownList> = { ...exampleField, options: exampleOptions };
