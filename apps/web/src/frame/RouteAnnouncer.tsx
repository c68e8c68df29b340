import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCurrentTitle } from '../routing/pageTitle.ts';

/** Tells screen readers which page has opened, also when it took a moment. Silent about the first one, which they read anyway. */
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
