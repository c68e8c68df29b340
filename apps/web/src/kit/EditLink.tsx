import type { StudioKind } from '@portico/contracts/studio/draft';
import { lazy, Suspense } from 'react';
import { useHasRole } from '../api/useHasRole.ts';
import { t } from '../locale/text.ts';
import { PortalLinkButton } from './PortalLink.tsx';

/** Links people with a role in the studio from an item's page to the studio. */
export function EditLink({ itemId }: { itemId: string }) {
  if (!useHasRole('studio')) return null;
  return (
    <PortalLinkButton variant="quiet" size="small" href={`/studio/${itemId}`}>
      {t('shared.edit')}
    </PortalLinkButton>
  );
}

export type EditorLinksProps = { itemId: string; title: string } | { isNew: StudioKind } | { isDashboard: true };

const EditorLinks = lazy(() => import('./EditorLinks.tsx'));

/** The studio links on a card, a list or the dashboard. Other readers don't load their code. */
export function ForEditors(props: EditorLinksProps) {
  if (!useHasRole('studio')) return null;
  return (
    <Suspense fallback={null}>
      <EditorLinks {...props} />
    </Suspense>
  );
}
