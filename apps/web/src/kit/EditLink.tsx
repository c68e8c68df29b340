import type { StudioKind } from '@portico/contracts/studio/draft';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { menuQuery } from '../api/frame.queries.ts';
import { t } from '../locale/text.ts';
import { PortalLinkButton } from './PortalLink.tsx';

/** Whether the user is an editor. Reads it from their menu, which the sidebar has already loaded. */
export function useIsEditor(): boolean {
  const { data } = useQuery({ ...menuQuery(), throwOnError: false });
  return data?.menuItems.some(({ pageLink }) => pageLink === '/studio') === true;
}

/** Links editors from an item's page to the studio. */
export function EditLink({ itemId }: { itemId: string }) {
  if (!useIsEditor()) return null;
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
  if (!useIsEditor()) return null;
  return (
    <Suspense fallback={null}>
      <EditorLinks {...props} />
    </Suspense>
  );
}
