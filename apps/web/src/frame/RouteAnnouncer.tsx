import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCurrentTitle } from '../routing/pageTitle.ts';

/**
 * Announces the opened page to screen readers, even if it loads slowly. Does not announce the first page, which they
 * read anyway.
 */
export function RouteAnnouncer() {
  const title = useCurrentTitle();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [firstPath] = useState(path);
  const [hasMoved, setHasMoved] = useState(false);
  useEffect(() => {
    if (path !== firstPath) setHasMoved(true);
  }, [path, firstPath]);
  return <VisuallyHidden role="status">{hasMoved ? title : ''}</VisuallyHidden>;
}
