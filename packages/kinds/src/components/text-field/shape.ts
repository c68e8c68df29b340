import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { fieldWords, blankField, exampleField } from '../../forms/fieldShape.ts';
import type { TextField } from '../../forms/formFields.ts';

export { TextField } from '../../forms/formFields.ts';

export const shape = {
  words: {
    ...fieldWords,
    placeholder: 'aside',
    min: 'none',
    max: 'none',
    pattern: { expression: 'none', message: 'aside' },
  },
  blank: () => ({ ...blankField }),
  needs: 'label',
} satisfies ComponentShape<TextField>;

export const example: ExampleOf<TextField> = { ...exampleField, placeholder: 'Ana Ruiz', maxLength: 100 };
