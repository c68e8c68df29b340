import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { fieldWords, blankField, exampleField } from '../../forms/fieldShape.ts';
import type { TextArea } from '../../forms/formFields.ts';

export { TextArea } from '../../forms/formFields.ts';

export const shape = {
  words: { ...fieldWords, placeholder: 'aside' },
  blank: () => ({ ...blankField }),
  needs: 'label',
} satisfies ComponentShape<TextArea>;

export const example: ExampleOf<TextArea> = { ...exampleField, placeholder: 'Why', maxLength: 1000 };
