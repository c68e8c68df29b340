import type { ComponentShape, ExampleOf } from '../../base/component.ts';
import { EXAMPLE_FILE } from '../../base/examples.ts';
import { exampleField } from '../../forms/fieldShape.ts';
import type { Form } from '../../forms/formFields.ts';
import { shape as checkbox } from '../checkbox/shape.ts';
import { shape as dropDownList } from '../drop-down-list/shape.ts';
import { shape as fileUpload } from '../file-upload/shape.ts';
import { shape as multiChoice } from '../multi-choice/shape.ts';
import { shape as singleChoice } from '../single-choice/shape.ts';
import { shape as textArea } from '../text-area/shape.ts';
import { shape as textField } from '../text-field/shape.ts';
import { shape as titleAndDescription } from '../title-and-description/shape.ts';

export { Form } from '../../forms/formFields.ts';

export const shape = {
  words: {
    title: 'read',
    description: 'read',
    fields: {
      byType: {
        TextField: textField.words,
        TextArea: textArea.words,
        DropDownList: dropDownList.words,
        SingleChoice: singleChoice.words,
        MultiChoice: multiChoice.words,
        Checkbox: checkbox.words,
        FileUpload: fileUpload.words,
        TitleAndDescription: titleAndDescription.words,
        Divider: { condition: 'none' },
      },
    },
    formId: 'none',
  },
  blank: (newId) => ({
    formId: crypto.randomUUID(),
    title: '',
    fields: [{ id: newId(), type: 'TextField', alias: 'answer1', label: '' }],
  }),
  needs: 'title',
} satisfies ComponentShape<Form>;

export const example: ExampleOf<Form> = {
  formId: EXAMPLE_FILE,
  title: 'Client gift',
  description: 'Allow two days.',
  fields: [
    { id: 'f1', type: 'TextField', ...exampleField },
    { id: 'f2', type: 'TitleAndDescription', title: 'About it' },
  ],
};
