import bulletedList from './blocks/bulleted-list/BulletedListBlock.module.css';
import callout from './blocks/callout/CalloutView.module.css';
import checklist from './blocks/checklist/ChecklistBlock.module.css';
import disclosure from './Disclosure.module.css';
import expandCollapse from './blocks/expand-collapse/ExpandCollapseBlock.module.css';
import header from './blocks/header/HeaderBlock.module.css';
import image from './blocks/image/ImageBlock.module.css';
import link from './blocks/link/LinkBlock.module.css';
import quote from './blocks/quote/QuoteBlock.module.css';
import richText from './RichTextView.module.css';
import table from './blocks/table/TableBlock.module.css';

/** Class names of blocks whose text is edited in place in the studio, so that it looks the way readers will see it. */
export const blockStyles = {
  bulletedList,
  callout,
  checklist,
  disclosure,
  expandCollapse,
  header,
  image,
  link,
  quote,
  richText,
  table,
};
