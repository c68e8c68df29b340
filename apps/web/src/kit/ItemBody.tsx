import type { ComponentTree } from '@portico/kinds/content';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './ItemBody.module.css';
import { portalLink } from './PortalLink.tsx';
import { ShownItem } from './ShownItem.ts';
import { useNoteReading } from './useNoteReading.ts';

/** The content of an item's page. A component of it can hide the rest of it, until a `#` link leads there. */
export function ItemBody({
  itemId,
  revisionId,
  components,
}: {
  itemId: string;
  revisionId: string | undefined;
  components: ComponentTree;
}) {
  const [isPartial, showPart] = useState(false);
  const shown = useMemo(() => ({ itemId, revisionId, isPartial, showPart }), [itemId, revisionId, isPartial]);
  useNoteReading(itemId, revisionId !== undefined);
  useEffect(() => {
    if (!isPartial) return undefined;
    const showTarget = () => {
      flushSync(() => showPart(false));
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
    };
    addEventListener('hashchange', showTarget);
    return () => removeEventListener('hashchange', showTarget);
  }, [isPartial]);
  return (
    <ShownItem value={shown}>
      <div className={isPartial ? styles.partial : styles.whole}>
        <ContentTree components={components} renderLink={portalLink} />
      </div>
    </ShownItem>
  );
}
