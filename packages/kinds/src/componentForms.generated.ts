/* Generated from the folders in packages/kinds/src/components by `node tools/generate.ts`; do not edit. */
import type { ComponentForms } from './properties/form.ts';
import { form as bodyText } from './components/body-text/form.ts';
import { form as bulletedList } from './components/bulleted-list/form.ts';
import { form as callout } from './components/callout/form.ts';
import { form as checkbox } from './components/checkbox/form.ts';
import { form as checklist } from './components/checklist/form.ts';
import { form as columns } from './components/columns/form.ts';
import { form as confirmation } from './components/confirmation/form.ts';
import { form as contactLink } from './components/contact-link/form.ts';
import { form as divider } from './components/divider/form.ts';
import { form as dropDownList } from './components/drop-down-list/form.ts';
import { form as expandCollapse } from './components/expand-collapse/form.ts';
import { form as fileList } from './components/file-list/form.ts';
import { form as fileUpload } from './components/file-upload/form.ts';
import { form as form } from './components/form/form.ts';
import { form as header } from './components/header/form.ts';
import { form as headshotDetails } from './components/headshot-details/form.ts';
import { form as headshotName } from './components/headshot-name/form.ts';
import { form as iconsList } from './components/icons-list/form.ts';
import { form as image } from './components/image/form.ts';
import { form as imageGallery } from './components/image-gallery/form.ts';
import { form as link } from './components/link/form.ts';
import { form as multiChoice } from './components/multi-choice/form.ts';
import { form as quote } from './components/quote/form.ts';
import { form as singleChoice } from './components/single-choice/form.ts';
import { form as table } from './components/table/form.ts';
import { form as textArea } from './components/text-area/form.ts';
import { form as textField } from './components/text-field/form.ts';
import { form as tile } from './components/tile/form.ts';
import { form as titleAndDescription } from './components/title-and-description/form.ts';
import { form as video } from './components/video/form.ts';

export const forms = {
  BodyText: bodyText,
  BulletedList: bulletedList,
  Callout: callout,
  Checkbox: checkbox,
  Checklist: checklist,
  Columns: columns,
  Confirmation: confirmation,
  ContactLink: contactLink,
  Divider: divider,
  DropDownList: dropDownList,
  ExpandCollapse: expandCollapse,
  FileList: fileList,
  FileUpload: fileUpload,
  Form: form,
  Header: header,
  HeadshotDetails: headshotDetails,
  HeadshotName: headshotName,
  IconsList: iconsList,
  Image: image,
  ImageGallery: imageGallery,
  Link: link,
  MultiChoice: multiChoice,
  Quote: quote,
  SingleChoice: singleChoice,
  Table: table,
  TextArea: textArea,
  TextField: textField,
  Tile: tile,
  TitleAndDescription: titleAndDescription,
  Video: video,
} satisfies ComponentForms;
