import type { ComponentKind, ComponentOf } from '@portico/kinds/content';
import type { InlineText } from '@portico/kinds/richText';
import { anImage, aText } from './builders.ts';

const inline = (text: string): InlineText => [
  { type: 'text', text, marks: [{ type: 'bold' }, { type: 'link', attrs: { href: '/news' } }] },
];
const link = { text: 'Read more', href: 'https://www.irs.gov/', openInNewTab: true };
const field = { alias: 'name', label: 'Name', helpText: 'As in the account.', isRequired: true };
const options = [
  { value: 'b', label: 'Boston' },
  { value: 'd', label: 'Denver' },
];
const FILE = '00000000-0000-4000-9000-000000000001';

/** One component of every kind with all of its fields, each valid on its own; the ids are the kinds. */
export const oneOfEachKind: { [K in ComponentKind]: ComponentOf<K> } = {
  Header: { id: 'Header', type: 'Header', level: 2, text: 'Dates to keep in mind' },
  BodyText: {
    id: 'BodyText',
    type: 'BodyText',
    body: {
      type: 'doc',
      content: [
        { type: 'paragraph', content: inline('Some words.') },
        { type: 'codeBlock', content: [{ type: 'text', text: 'a = b' }, { type: 'hardBreak' }] },
      ],
    },
  },
  BulletedList: {
    id: 'BulletedList',
    type: 'BulletedList',
    ordered: true,
    start: 3,
    items: [{ content: inline('Check the form'), ordered: true, items: [{ content: inline('Both pages') }] }],
  },
  Link: { id: 'Link', type: 'Link', ...link, description: 'What waits behind it.' },
  Quote: { id: 'Quote', type: 'Quote', body: aText('Put it in writing.'), attribution: 'Ellen Ward' },
  Callout: { id: 'Callout', type: 'Callout', kind: 'Tip', title: 'Ask first', body: aText(), link },
  Divider: { id: 'Divider', type: 'Divider' },
  Image: {
    id: 'Image',
    type: 'Image',
    image: anImage({ credit: 'Ana Ruiz' }),
    caption: 'In spring.',
    size: 'Big',
    alignment: 'Center',
  },
  ImageGallery: {
    id: 'ImageGallery',
    type: 'ImageGallery',
    images: [{ image: anImage(), title: 'Forum', text: 'In May.', link }],
  },
  Table: {
    id: 'Table',
    type: 'Table',
    caption: 'Factors',
    align: ['Left', 'Right'],
    header: [inline('Age'), inline('Factor')],
    rows: [[inline('73'), inline('26.5')]],
  },
  Tile: { id: 'Tile', type: 'Tile', title: 'Guide', text: 'With examples.', image: anImage(), link, size: 'Medium' },
  IconsList: {
    id: 'IconsList',
    type: 'IconsList',
    items: [{ icon: 'Calendar', title: 'By April 1', text: 'The first one.', link }],
  },
  ContactLink: {
    id: 'ContactLink',
    type: 'ContactLink',
    name: 'Ana Ruiz',
    role: 'Planning',
    email: 'ana@portico.example',
    phone: '+1 617 555 0100',
    link,
  },
  HeadshotName: { id: 'HeadshotName', type: 'HeadshotName', image: anImage(), name: 'Lee Park', role: 'Plans' },
  HeadshotDetails: {
    id: 'HeadshotDetails',
    type: 'HeadshotDetails',
    image: anImage(),
    name: 'Sam Cole',
    role: 'Operations',
    body: aText(),
    email: 'sam@portico.example',
    phone: '617 555 0199',
    alignment: 'Left',
  },
  FileList: {
    id: 'FileList',
    type: 'FileList',
    title: 'Files',
    files: [{ documentId: FILE, title: 'Fees', format: 'PDF', bytes: 1204 }],
  },
  Video: {
    id: 'Video',
    type: 'Video',
    title: 'Welcome',
    source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' },
    captions: [{ documentId: FILE, language: 'en-US', label: 'English' }],
    poster: anImage(),
    transcript: aText(),
  },
  Checklist: {
    id: 'Checklist',
    type: 'Checklist',
    title: 'Before the meeting',
    dueDate: '2026-04-15',
    items: [{ id: 'i1', content: inline('Read the file') }],
  },
  Form: {
    id: 'Form',
    type: 'Form',
    formId: FILE,
    title: 'Client gift',
    description: 'Allow two days.',
    fields: [
      { id: 'f1', type: 'TextField', ...field },
      { id: 'f2', type: 'TitleAndDescription', title: 'About it' },
    ],
  },
  TextField: { id: 'TextField', type: 'TextField', ...field, placeholder: 'Ana Ruiz', maxLength: 100 },
  TextArea: { id: 'TextArea', type: 'TextArea', ...field, placeholder: 'Why', maxLength: 1000 },
  DropDownList: { id: 'DropDownList', type: 'DropDownList', ...field, options },
  SingleChoice: { id: 'SingleChoice', type: 'SingleChoice', ...field, options },
  MultiChoice: { id: 'MultiChoice', type: 'MultiChoice', ...field, options },
  Checkbox: { id: 'Checkbox', type: 'Checkbox', ...field, state: 'Checked' },
  FileUpload: { id: 'FileUpload', type: 'FileUpload', ...field },
  TitleAndDescription: {
    id: 'TitleAndDescription',
    type: 'TitleAndDescription',
    title: 'About it',
    description: 'More words.',
  },
  Columns: {
    id: 'Columns',
    type: 'Columns',
    columns: [{ components: [{ id: 'left', type: 'Divider' }] }, { components: [] }],
  },
  ExpandCollapse: {
    id: 'ExpandCollapse',
    type: 'ExpandCollapse',
    title: 'When?',
    isOpen: true,
    components: [{ id: 'inside', type: 'Divider' }],
  },
};
