import { type ComponentKind } from '@portico/kinds/content';
import type { KindDescription } from '../descriptionTypes.ts';

const condition = { label: 'studio.fieldCondition' } as const;
const alias = { label: 'studio.fieldAlias', help: 'studio.fieldAliasHelp', control: 'alias' } as const;
const question = {
  label: { label: 'studio.fieldQuestion' },
  helpText: { label: 'studio.fieldHelpText', isLong: true },
  isRequired: { label: 'studio.fieldRequired' },
} as const;
const options = { label: 'studio.fieldOptions', control: 'options' } as const;
const placeholder = { label: 'studio.fieldPlaceholder', help: 'studio.fieldPlaceholderHelp' } as const;
const lengths = {
  minLength: { label: 'studio.fieldMinLength' },
  maxLength: { label: 'studio.fieldMaxLength' },
} as const;

type FormKind =
  | 'Form'
  | 'TextField'
  | 'TextArea'
  | 'DropDownList'
  | 'SingleChoice'
  | 'MultiChoice'
  | 'Checkbox'
  | 'FileUpload'
  | 'TitleAndDescription';

/** The form and its fields. */
export const formDescriptions: { [Kind in FormKind & ComponentKind]: KindDescription<Kind> } = {
  Form: {
    label: 'studio.kindForm',
    help: 'studio.kindFormHelp',
    properties: {
      title: { label: 'studio.fieldTitle' },
      description: { label: 'studio.fieldDescription', isLong: true },
      fields: { label: 'studio.fieldFields' },
      formId: { isHidden: true },
    },
  },
  TextField: {
    label: 'studio.kindTextField',
    help: 'studio.kindTextFieldHelp',
    properties: {
      ...question,
      format: {
        label: 'studio.fieldFormat',
        options: {
          Text: 'studio.fieldFormatText',
          Number: 'studio.fieldFormatNumber',
          Date: 'studio.fieldFormatDate',
          Email: 'studio.fieldFormatEmail',
          Phone: 'studio.fieldFormatPhone',
        },
      },
      placeholder,
      ...lengths,
      min: { label: 'studio.fieldMin', help: 'studio.fieldMinHelp' },
      max: { label: 'studio.fieldMax' },
      pattern: {
        label: 'studio.fieldPattern',
        help: 'studio.fieldPatternHelp',
        properties: {
          expression: { label: 'studio.fieldExpression' },
          message: { label: 'studio.fieldPatternMessage' },
        },
      },
      alias,
      condition,
    },
  },
  TextArea: {
    label: 'studio.kindTextArea',
    help: 'studio.kindTextAreaHelp',
    properties: { ...question, placeholder, ...lengths, alias, condition },
  },
  DropDownList: {
    label: 'studio.kindDropDownList',
    help: 'studio.kindDropDownListHelp',
    properties: { ...question, options, alias, condition },
  },
  SingleChoice: {
    label: 'studio.kindSingleChoice',
    help: 'studio.kindSingleChoiceHelp',
    properties: { ...question, options, alias, condition },
  },
  MultiChoice: {
    label: 'studio.kindMultiChoice',
    help: 'studio.kindMultiChoiceHelp',
    properties: {
      ...question,
      options,
      minChoices: { label: 'studio.fieldMinChoices' },
      maxChoices: { label: 'studio.fieldMaxChoices' },
      alias,
      condition,
    },
  },
  Checkbox: {
    label: 'studio.kindCheckbox',
    help: 'studio.kindCheckboxHelp',
    properties: {
      ...question,
      state: {
        label: 'studio.fieldState',
        options: { Unchecked: 'studio.fieldUnchecked', Checked: 'studio.fieldChecked' },
      },
      alias,
      condition,
    },
  },
  FileUpload: {
    label: 'studio.kindFileUpload',
    help: 'studio.kindFileUploadHelp',
    properties: {
      ...question,
      formats: { label: 'studio.fieldFormats', help: 'studio.fieldFormatsHelp', control: 'formats' },
      maxBytes: { label: 'studio.fieldMaxBytes', control: 'megabytes' },
      maxFiles: { label: 'studio.fieldMaxFiles' },
      alias,
      condition,
    },
  },
  TitleAndDescription: {
    label: 'studio.kindTitleAndDescription',
    help: 'studio.kindTitleAndDescriptionHelp',
    properties: {
      title: { label: 'studio.fieldTitle' },
      description: { label: 'studio.fieldDescription', isLong: true },
      condition,
    },
  },
};
