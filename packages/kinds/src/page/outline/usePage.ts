import { useEffect, useMemo, useState } from 'react';
import type { ComponentTree } from '../../content.ts';
import { pageHeadings } from './outline.ts';
import type { Page } from '../PageContext.ts';
import { blockFor, groupFor } from '../registry.ts';

/** Scrolls to an element once everything that hides it is open. Every jump needs a new object. */
interface Jump {
  anchor: string;
}

function wordsOf(hash: string): string {
  try {
    return decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return ''; // Not an anchor of the portal.
  }
}

/**
 * State of a page with content: its headings, and which of its parts are open. A `#` link opens every part that hides
 * its target, when the page is opened, when the address changes and when the link is clicked again.
 */
export function usePage(components: ComponentTree): Page {
  const { targets, levels, anchors } = useMemo(() => {
    const { entries, checklists, ...headings } = pageHeadings(components);
    return { ...headings, targets: [...entries, ...checklists] };
  }, [components]);
  const [openById, setOpenById] = useState<ReadonlyMap<string, boolean>>(() => new Map());
  const [jump, setJump] = useState<Jump>();

  useEffect(() => {
    const goTo = (hash: string, isArrival: boolean) => {
      const fragment = wordsOf(hash);
      const target =
        fragment &&
        (targets.find(({ anchor }) => anchor === fragment) ??
          targets.find(({ componentId }) => componentId === fragment));
      // The browser has already scrolled to a visible anchor, unless the content was rendered after the address was
      // set.
      if (!target || (target.anchor === fragment && target.parts.length === 0 && !isArrival)) return;
      setOpenById((open) => new Map([...open, ...target.parts.map((id) => [id, true] as const)]));
      setJump({ anchor: target.anchor });
    };
    const followAddress = () => goTo(location.hash, false);
    const followLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href*="#"]') : null;
      if (link?.origin === location.origin && link.pathname === location.pathname) goTo(link.hash, false);
    };
    goTo(location.hash, true);
    addEventListener('hashchange', followAddress);
    document.addEventListener('click', followLink);
    return () => {
      removeEventListener('hashchange', followAddress);
      document.removeEventListener('click', followLink);
    };
  }, [targets]);

  useEffect(() => {
    if (jump) document.getElementById(jump.anchor)?.scrollIntoView();
  }, [jump]);

  return useMemo(
    () => ({
      blockFor,
      groupFor,
      levelOf: (component) => levels.get(component) ?? 2,
      anchorOf: (component) => anchors.get(component),
      findAnchor: (hash) => targets.find(({ anchor, componentId }) => anchor === hash || componentId === hash)?.anchor,
      isOpen: (part) => openById.get(part.id) ?? part.isOpen === true,
      setOpen: (partId, isOpen) => setOpenById((open) => new Map([...open, [partId, isOpen]])),
    }),
    [levels, anchors, targets, openById],
  );
}
