import type { ComponentTree } from '../content.ts';
import { plainLink, type RenderLink } from '@portico/ui/renderLink';
import { BlockList } from './BlockList.tsx';
import { LinkContext } from './LinkContext.ts';
import { PageContext } from './PageContext.ts';
import { usePage } from './outline/usePage.ts';

export interface ContentTreeProps {
  components: ComponentTree;
  renderLink?: RenderLink;
}

/** The body of a page: its components one below the other. Unknown and broken ones are skipped. */
export function ContentTree({ components, renderLink = plainLink }: ContentTreeProps) {
  const page = usePage(components);
  return (
    <LinkContext value={renderLink}>
      <PageContext value={page}>
        <BlockList components={components} />
      </PageContext>
    </LinkContext>
  );
}
