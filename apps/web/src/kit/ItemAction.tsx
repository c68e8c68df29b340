import { use } from 'react';
import { EditLink } from './EditLink.tsx';
import { ShellSlots, type PageItem } from './ShellSlots.ts';

/** What can be done with the item of a page: editors edit it, and a feature may offer an action to everyone. */
export function ItemAction(item: PageItem) {
  const { ItemAction: Action } = use(ShellSlots);
  return (
    <>
      <EditLink itemId={item.itemId} />
      {Action && <Action item={item} />}
    </>
  );
}
