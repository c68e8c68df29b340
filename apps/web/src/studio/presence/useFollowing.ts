import type { StudioPerson } from '@portico/contracts/studio/studio';
import { useEffect, useEffectEvent } from 'react';
import { caretBox, findArea, textsIn } from './caretPlaces.ts';

/** How far from the edges of the window the followed caret stays, in pixels. */
const MARGIN = 120;

/**
 * Scrolls the page to where someone else is, whenever they move. It ends when this editor types, presses on the page or
 * scrolls.
 */
export function useFollowing(person: StudioPerson | undefined, onEnd: () => void): void {
  const isFollowing = person !== undefined;
  const focus = person?.focus ?? null;
  const caret = person?.caret;
  const place = JSON.stringify([focus, caret]);
  const end = useEffectEvent(onEnd);
  const go = useEffectEvent(() => {
    if (focus !== null) scrollTo(focus, caret);
  });
  useEffect(() => go(), [place]);
  useEffect(() => {
    if (!isFollowing) return undefined;
    const onPage = ({ target }: Event) => {
      if (target instanceof Element && target.closest('main')) end();
    };
    const onScroll = () => end();
    window.addEventListener('keydown', onPage, true);
    window.addEventListener('pointerdown', onPage, true);
    window.addEventListener('wheel', onScroll, { passive: true });
    window.addEventListener('touchmove', onScroll, { passive: true });
    return () => {
      window.removeEventListener('keydown', onPage, true);
      window.removeEventListener('pointerdown', onPage, true);
      window.removeEventListener('wheel', onScroll);
      window.removeEventListener('touchmove', onScroll);
    };
  }, [isFollowing]);
}

function scrollTo(key: string, caret: StudioPerson['caret']): void {
  const area = findArea(key);
  if (!area) return;
  const text = caret && textsIn(area)[caret.text];
  const { top, bottom } = text ? caretBox(text, caret.head) : area.getBoundingClientRect();
  if (top >= MARGIN && bottom <= window.innerHeight - MARGIN) return;
  window.scrollBy({ top: top - window.innerHeight / 2, behavior: 'instant' });
}
