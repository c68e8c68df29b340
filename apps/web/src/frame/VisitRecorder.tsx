import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentVisit, useCurrentTitle } from '../routing/pageTitle.ts';
import { recordVisit } from './visitedPages.ts';

/** Keeps which pages the person opens: private ones that did open, and no drafts. Source: spec §2, §5. */
export function VisitRecorder() {
  const match = useMatches().at(-1);
  const title = useCurrentTitle();
  const path = match?.pathname;
  const { private: isPrivate, topBar } = match?.staticData.page ?? { private: false, topBar: false };
  useEffect(() => {
    // What the title is by now: that of the page before may have been drawn with this path for a moment.
    const visit = currentVisit();
    if (path !== undefined && visit !== undefined && isPrivate && topBar) recordVisit({ path, title: visit });
  }, [path, title, isPrivate, topBar]);
  return null;
}
