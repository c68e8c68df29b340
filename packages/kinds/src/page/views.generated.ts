/* Generated from the folders in packages/kinds/src/components by `node tools/generate.ts`; do not edit. */
import type { ComponentViews } from './view.ts';
import { view as bodyText } from '../components/body-text/View.tsx';
import { view as bulletedList } from '../components/bulleted-list/View.tsx';
import { view as callout } from '../components/callout/View.tsx';
import { view as checklist } from '../components/checklist/View.tsx';
import { view as columns } from '../components/columns/View.tsx';
import { view as confirmation } from '../components/confirmation/View.tsx';
import { view as contactLink } from '../components/contact-link/View.tsx';
import { view as divider } from '../components/divider/View.tsx';
import { view as dropDownList } from '../components/drop-down-list/View.tsx';
import { view as expandCollapse } from '../components/expand-collapse/View.tsx';
import { view as fileList } from '../components/file-list/View.tsx';
import { view as form } from '../components/form/View.tsx';
import { view as header } from '../components/header/View.tsx';
import { view as headshotDetails } from '../components/headshot-details/View.tsx';
import { view as headshotName } from '../components/headshot-name/View.tsx';
import { view as iconsList } from '../components/icons-list/View.tsx';
import { view as image } from '../components/image/View.tsx';
import { view as imageGallery } from '../components/image-gallery/View.tsx';
import { view as link } from '../components/link/View.tsx';
import { view as quote } from '../components/quote/View.tsx';
import { view as table } from '../components/table/View.tsx';
import { view as textArea } from '../components/text-area/View.tsx';
import { view as textField } from '../components/text-field/View.tsx';
import { view as tile } from '../components/tile/View.tsx';
import { view as video } from '../components/video/View.tsx';

export const views: ComponentViews = {
  BodyText: bodyText,
  BulletedList: bulletedList,
  Callout: callout,
  Checkbox: null,
  Checklist: checklist,
  Columns: columns,
  Confirmation: confirmation,
  ContactLink: contactLink,
  Divider: divider,
  DropDownList: dropDownList,
  ExpandCollapse: expandCollapse,
  FileList: fileList,
  FileUpload: null,
  Form: form,
  Header: header,
  HeadshotDetails: headshotDetails,
  HeadshotName: headshotName,
  IconsList: iconsList,
  Image: image,
  ImageGallery: imageGallery,
  Link: link,
  MultiChoice: null,
  Quote: quote,
  SingleChoice: null,
  Table: table,
  TextArea: textArea,
  TextField: textField,
  Tile: tile,
  TitleAndDescription: null,
  Video: video,
};
