import type { TreeName } from '@portico/contracts/studio/draft';
import { t } from '../../locale/text.ts';

/** The display name of a component tree of an item. */
export const treeLabel = (tree: TreeName): string =>
  ({
    components: t('studio.treeComponents'),
    preEventData: t('studio.treeBefore'),
    postEventData: t('studio.treeAfter'),
  })[tree];
