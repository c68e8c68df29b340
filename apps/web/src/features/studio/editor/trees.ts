import type { TreeName } from '@portico/contracts/studio/draft';
import { t } from '../../../locale/text.ts';

/** What the component trees of an item are called. */
export const treeLabel = (tree: TreeName): string =>
  ({
    components: t('studio.treeComponents'),
    preEventData: t('studio.treeBefore'),
    postEventData: t('studio.treeAfter'),
  })[tree];
