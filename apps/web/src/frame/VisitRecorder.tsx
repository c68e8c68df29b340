import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentVisit, useCurrentTitle } from '../routing/pageTitle.ts';
import { recordVisit } from '../sign-in/visitedPages.ts';

/** Records which pages the user opens: private ones that loaded, and no drafts. Source: spec §2, §5. */
export function VisitRecorder() {
  const match = useMatches().at(-1);
  const title = useCurrentTitle();
  const path = match?.pathname;
  const { private: isPrivate, topBar } = match?.staticData.page ?? { private: false, topBar: false };
  useEffect(() => {
    // Read the title now: the first render at this path may still have the previous page's title.
    const visit = currentVisit();
    if (path !== undefined && visit !== undefined && isPrivate && topBar) recordVisit({ path, title: visit });
  }, [path, title, isPrivate, topBar]);
  return null;
}
