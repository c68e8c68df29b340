import { createContext, Fragment, use, type ComponentType, type ReactNode } from 'react';
import type { ContentComponent } from '../content.ts';
import { MAX_NESTING } from '../base/nesting.ts';
import { BlockBoundary } from './BlockBoundary.tsx';
import { PageContext } from './PageContext.ts';
import { reportOnce } from './reportOnce.ts';
import styles from './BlockList.module.css';

const Depth = createContext(0);

interface Run {
  Group: ComponentType<{ children: ReactNode }> | undefined;
  blocks: ReactNode[];
}

/**
 * Components one below the other; adjacent components whose kind has a group share one. Unknown, broken and too deeply
 * nested components are skipped.
 */
export function BlockList({ components }: { components: readonly ContentComponent[] }) {
  const { blockFor, groupFor } = use(PageContext);
  const depth = use(Depth) + 1;
  if (!Array.isArray(components)) return null;
  if (depth > MAX_NESTING) {
    reportOnce(`A component more than ${MAX_NESTING} levels deep`);
    return null;
  }
  const runs: Run[] = [];
  (components as readonly ContentComponent[]).forEach((component, position) => {
    const Block = blockFor(component);
    if (!Block) return;
    const Group = groupFor(component);
    const block = (
      // Broken content can repeat an id, so the key includes the position.
      <BlockBoundary key={`${component.id} ${position}`} component={component}>
        <Block component={component} />
      </BlockBoundary>
    );
    const open = runs.at(-1);
    if (Group && open?.Group === Group) open.blocks.push(block);
    else runs.push({ Group, blocks: [block] });
  });
  return (
    <Depth value={depth}>
      <div className={styles.list}>
        {/* The position identifies a run; its components have their own keys. */}
        {runs.map(({ Group, blocks }, position) =>
          Group ? <Group key={position}>{blocks}</Group> : <Fragment key={position}>{blocks}</Fragment>,
        )}
      </div>
    </Depth>
  );
}
