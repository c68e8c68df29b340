import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { fieldWords, blankField, exampleField } from '../../forms/fieldShape.ts';
import type { FileUpload } from '../../forms/formFields.ts';

export { FileUpload } from '../../forms/formFields.ts';

export const shape = {
  words: fieldWords,
  blank: () => ({ ...blankField }),
  needs: 'label',
  isOnlyInForms: true,
} satisfies ComponentShape<FileUpload>;

export const example: ExampleOf<FileUpload> = { ...exampleField };
