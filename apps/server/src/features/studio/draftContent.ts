import { completeDraft } from '@portico/authoring/completeComponent';
import { copyComponent } from '@portico/authoring/copyComponent';
import { walkComponents, type ContentComponent } from '@portico/kinds/content';
import type { ItemContent } from '@portico/contracts/studio/draft';

/** The content of a revision as a draft. */
export const draftOf = ({ fields, trees }: ItemContent): ItemContent =>
  completeDraft({ fields, trees: withUniqueIds(trees) });

/** Imported trees of one item can contain the same ids; a draft needs unique ones. */
function withUniqueIds(trees: ItemContent['trees']): ItemContent['trees'] {
  const known = new Set<string>();
  const unique = (components: ContentComponent[]): ContentComponent[] =>
    components.map((component) => {
      const ids = [...walkComponents([component])].map((found) => found.component.id);
      const own = ids.some((id) => known.has(id)) ? copyComponent(component) : component;
      for (const found of walkComponents([own])) known.add(found.component.id);
      return own;
    });
  return {
    components: unique(trees.components),
    preEventData: unique(trees.preEventData),
    postEventData: unique(trees.postEventData),
  };
}
