import type { ComponentKind, ComponentOf, ContentComponent } from '@portico/kinds/content';
import type { RichText } from '@portico/kinds/richText';

const emptyText = (): RichText => ({ type: 'doc', content: [{ type: 'paragraph' }] });

type Blank = { [Kind in ComponentKind]: (id: string, newId: () => string) => Partial<ComponentOf<Kind>> };

const field = { label: '' };
const options = () => [
  { value: 'option-1', label: '' },
  { value: 'option-2', label: '' },
];

/**
 * Initial content of each kind of component. Properties that only a person can provide, such as a picture, are missing.
 */
const blank: Blank = {
  Header: () => ({ level: 2, text: '' }),
  BodyText: () => ({ body: emptyText() }),
  BulletedList: () => ({ ordered: false, items: [{ content: [] }] }),
  Link: () => ({ text: '', href: '' }),
  Quote: () => ({ body: emptyText() }),
  Callout: () => ({ kind: 'Info', body: emptyText() }),
  Divider: () => ({}),
  Image: () => ({ size: 'Big', alignment: 'Center' }),
  ImageGallery: () => ({ images: [] }),
  Table: () => ({
    align: ['Left', 'Left'],
    header: [[], []],
    rows: [
      [[], []],
      [[], []],
    ],
  }),
  Tile: () => ({ title: '', size: 'Medium' }),
  IconsList: () => ({ items: [{ icon: 'Check', title: '' }] }),
  ContactLink: () => ({ name: '' }),
  HeadshotName: () => ({ image: null, name: '' }),
  HeadshotDetails: () => ({ image: null, name: '', body: emptyText(), alignment: 'Left' }),
  FileList: () => ({ files: [] }),
  Video: () => ({ title: '', captions: [] }),
  Checklist: (_, newId) => ({ items: [{ id: newId(), content: [] }] }),
  Form: (_, newId) => ({
    formId: crypto.randomUUID(),
    title: '',
    fields: [{ id: newId(), type: 'TextField', alias: 'answer1', label: '' }],
  }),
  Columns: () => ({ columns: [{ components: [] }, { components: [] }] }),
  ExpandCollapse: () => ({ title: '', components: [] }),
  TextField: () => ({ ...field, alias: 'answer1' }),
  TextArea: () => ({ ...field, alias: 'answer1' }),
  DropDownList: () => ({ ...field, alias: 'answer1', options: options() }),
  SingleChoice: () => ({ ...field, alias: 'answer1', options: options() }),
  MultiChoice: () => ({ ...field, alias: 'answer1', options: options() }),
  Checkbox: () => ({ ...field, alias: 'answer1' }),
  FileUpload: () => ({ ...field, alias: 'answer1' }),
  TitleAndDescription: () => ({ title: '' }),
};

/** A new unique id. */
export const newComponentId = (): string => crypto.randomUUID().slice(0, 13);

/** A component to be filled in. */
export function newComponent(kind: ComponentKind, newId: () => string = newComponentId): ContentComponent {
  const id = newId();
  return { id, type: kind, ...blank[kind](id, newId) } as ContentComponent;
}
