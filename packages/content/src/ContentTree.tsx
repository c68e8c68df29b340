import { useMemo, type ComponentType } from 'react';
import type { ComponentTree, ContentComponent } from '@portico/contracts/content';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';
import { BlockBoundary } from './BlockBoundary.tsx';
import { LinkContext } from './LinkContext.ts';
import { OutlineContext } from './OutlineContext.ts';
import { outline } from './outline.ts';
import { registry } from './registry.ts';
import styles from './ContentTree.module.css';

export interface ContentTreeProps {
  components: ComponentTree;
  renderLink?: RenderLink;
}

const reported = new Set<string>();

function blockFor(component: ContentComponent): ComponentType<{ component: ContentComponent }> | undefined {
  const kind: unknown = component?.type;
  if (typeof kind === 'string' && Object.hasOwn(registry, kind)) {
    // The registry's type ties each kind to its component; TypeScript can't follow that through an index.
    return registry[kind as ContentComponent['type']] as ComponentType<{ component: ContentComponent }>;
  }
  const name = String(kind);
  if (!reported.has(name)) {
    reported.add(name);
    // oxlint-disable-next-line no-console -- the person sees the rest of the page; whoever looks into it should find why
    console.warn(`A content component of the unknown kind "${name}" was left out.`);
  }
  return undefined;
}

/** The body of a page: its components one below the other. What is unknown or broken is left out; the rest stands. */
export function ContentTree({ components, renderLink = plainLink }: ContentTreeProps) {
  const anchors = useMemo(() => new Map(outline(components).map((entry) => [entry.componentId, entry.anchor])), [components]);
  return (
    <LinkContext value={renderLink}>
      <OutlineContext value={anchors}>
        <div className={styles.tree}>
          {components.map((component, position) => {
            const Block = blockFor(component);
            return Block && (
              // Ids may repeat where content is broken; the place tells those apart.
              <BlockBoundary key={`${component.id} ${position}`}>
                <Block component={component} />
              </BlockBoundary>
            );
          })}
        </div>
      </OutlineContext>
    </LinkContext>
  );
}
