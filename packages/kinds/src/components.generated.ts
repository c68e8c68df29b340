/* Generated from the folders in packages/kinds/src/components by `node tools/generate.ts`; do not edit. */
import * as bodyText from './components/body-text/shape.ts';
import * as bulletedList from './components/bulleted-list/shape.ts';
import * as callout from './components/callout/shape.ts';
import * as checkbox from './components/checkbox/shape.ts';
import * as checklist from './components/checklist/shape.ts';
import * as columns from './components/columns/shape.ts';
import * as confirmation from './components/confirmation/shape.ts';
import * as contactLink from './components/contact-link/shape.ts';
import * as divider from './components/divider/shape.ts';
import * as dropDownList from './components/drop-down-list/shape.ts';
import * as expandCollapse from './components/expand-collapse/shape.ts';
import * as fileList from './components/file-list/shape.ts';
import * as fileUpload from './components/file-upload/shape.ts';
import * as form from './components/form/shape.ts';
import * as header from './components/header/shape.ts';
import * as headshotDetails from './components/headshot-details/shape.ts';
import * as headshotName from './components/headshot-name/shape.ts';
import * as iconsList from './components/icons-list/shape.ts';
import * as image from './components/image/shape.ts';
import * as imageGallery from './components/image-gallery/shape.ts';
import * as link from './components/link/shape.ts';
import * as multiChoice from './components/multi-choice/shape.ts';
import * as quote from './components/quote/shape.ts';
import * as singleChoice from './components/single-choice/shape.ts';
import * as table from './components/table/shape.ts';
import * as textArea from './components/text-area/shape.ts';
import * as textField from './components/text-field/shape.ts';
import * as tile from './components/tile/shape.ts';
import * as titleAndDescription from './components/title-and-description/shape.ts';
import * as video from './components/video/shape.ts';

/** One building block of a content page. Source: spec §3, content component types. */
export type ContentComponent =
  | bodyText.BodyText
  | bulletedList.BulletedList
  | callout.Callout
  | checkbox.Checkbox
  | checklist.Checklist
  | columns.Columns
  | confirmation.Confirmation
  | contactLink.ContactLink
  | divider.Divider
  | dropDownList.DropDownList
  | expandCollapse.ExpandCollapse
  | fileList.FileList
  | fileUpload.FileUpload
  | form.Form
  | header.Header
  | headshotDetails.HeadshotDetails
  | headshotName.HeadshotName
  | iconsList.IconsList
  | image.Image
  | imageGallery.ImageGallery
  | link.Link
  | multiChoice.MultiChoice
  | quote.Quote
  | singleChoice.SingleChoice
  | table.Table
  | textArea.TextArea
  | textField.TextField
  | tile.Tile
  | titleAndDescription.TitleAndDescription
  | video.Video;

export const schemas = {
  BodyText: bodyText.BodyText,
  BulletedList: bulletedList.BulletedList,
  Callout: callout.Callout,
  Checkbox: checkbox.Checkbox,
  Checklist: checklist.Checklist,
  Columns: columns.Columns,
  Confirmation: confirmation.Confirmation,
  ContactLink: contactLink.ContactLink,
  Divider: divider.Divider,
  DropDownList: dropDownList.DropDownList,
  ExpandCollapse: expandCollapse.ExpandCollapse,
  FileList: fileList.FileList,
  FileUpload: fileUpload.FileUpload,
  Form: form.Form,
  Header: header.Header,
  HeadshotDetails: headshotDetails.HeadshotDetails,
  HeadshotName: headshotName.HeadshotName,
  IconsList: iconsList.IconsList,
  Image: image.Image,
  ImageGallery: imageGallery.ImageGallery,
  Link: link.Link,
  MultiChoice: multiChoice.MultiChoice,
  Quote: quote.Quote,
  SingleChoice: singleChoice.SingleChoice,
  Table: table.Table,
  TextArea: textArea.TextArea,
  TextField: textField.TextField,
  Tile: tile.Tile,
  TitleAndDescription: titleAndDescription.TitleAndDescription,
  Video: video.Video,
};

export const shapes = {
  BodyText: bodyText.shape,
  BulletedList: bulletedList.shape,
  Callout: callout.shape,
  Checkbox: checkbox.shape,
  Checklist: checklist.shape,
  Columns: columns.shape,
  Confirmation: confirmation.shape,
  ContactLink: contactLink.shape,
  Divider: divider.shape,
  DropDownList: dropDownList.shape,
  ExpandCollapse: expandCollapse.shape,
  FileList: fileList.shape,
  FileUpload: fileUpload.shape,
  Form: form.shape,
  Header: header.shape,
  HeadshotDetails: headshotDetails.shape,
  HeadshotName: headshotName.shape,
  IconsList: iconsList.shape,
  Image: image.shape,
  ImageGallery: imageGallery.shape,
  Link: link.shape,
  MultiChoice: multiChoice.shape,
  Quote: quote.shape,
  SingleChoice: singleChoice.shape,
  Table: table.shape,
  TextArea: textArea.shape,
  TextField: textField.shape,
  Tile: tile.shape,
  TitleAndDescription: titleAndDescription.shape,
  Video: video.shape,
};
