import bulletedList from '../components/bulleted-list/View.module.css';
import callout from '../components/callout/CalloutFrame.module.css';
import checklist from '../components/checklist/View.module.css';
import disclosure from './Disclosure.module.css';
import expandCollapse from '../components/expand-collapse/View.module.css';
import header from '../components/header/View.module.css';
import image from '../components/image/View.module.css';
import link from '../components/link/View.module.css';
import quote from '../components/quote/View.module.css';
import richText from './RichTextView.module.css';
import table from '../components/table/View.module.css';

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
