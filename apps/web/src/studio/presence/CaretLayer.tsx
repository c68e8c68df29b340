import { editsBetween, movedPlace } from '@portico/authoring/merging/editsBetween';
import type { StudioPerson } from '@portico/contracts/studio/studio';
import { categoryHue } from '@portico/ui/categoryHue';
import { useEffect, useEffectEvent, useRef, useState, type CSSProperties } from 'react';
import { caretBox, findArea, lettersOf, rangeIn, textsIn, TITLE } from './caretPlaces.ts';
import styles from './Presence.module.css';

interface Mark {
  id: string;
  name: string;
  is: 'caret' | 'selection' | 'name';
  box: { left: number; top: number; width: number; height: number };
}

/** A caret as it arrived, and what its text said then. */
interface Arrived {
  caret: string;
  letters: string;
}

interface CaretLayerProps {
  people: readonly StudioPerson[];
  /** What the page shows. When it changes, the carets move with the letters. */
  draft: unknown;
}

/** Carets and selections of other people over the page, for the eyes only: the list of people says where they are. */
export function CaretLayer({ people, draft }: CaretLayerProps) {
  const layer = useRef<HTMLDivElement>(null);
  const arrived = useRef(new Map<string, Arrived>());
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const measure = useEffectEvent(() => {
    if (!layer.current) return;
    const origin = layer.current.getBoundingClientRect();
    const next = people
      .filter(({ isSelf }) => !isSelf)
      .flatMap((person) => marksOf(person, arrived.current, { left: origin.left, top: origin.top }));
    setMarks((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  });
  useEffect(() => {
    const frame = requestAnimationFrame(() => measure());
    return () => cancelAnimationFrame(frame);
  }, [people, draft]);
  useEffect(() => {
    const observer = new ResizeObserver(() => measure());
    if (layer.current?.parentElement) observer.observe(layer.current.parentElement);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={layer} className={styles.layer} aria-hidden="true">
      {marks.map(({ id, name, is, box }) => (
        <span
          key={id}
          className={styles[is]}
          style={{ ...box, '--hue': categoryHue(name) } as CSSProperties}
          data-category
          data-person={name}
        >
          {is === 'name' && name}
        </span>
      ))}
    </div>
  );
}

function marksOf(
  { clientId, name, focus, caret }: StudioPerson,
  arrived: Map<string, Arrived>,
  origin: { left: number; top: number },
): Mark[] {
  const area = focus === null ? null : findArea(focus);
  if (!area) return [];
  const mark = (is: Mark['is'], { left, top, width, height }: DOMRect, part = 0): Mark => ({
    id: `${clientId} ${is} ${part}`,
    name,
    is,
    box: { left: left - origin.left, top: top - origin.top, width, height },
  });
  const { left, top, width } = area.getBoundingClientRect();
  // Components have a name of their own above them.
  const names = focus === TITLE ? [mark('name', new DOMRect(left, top, width, 0))] : [];
  const text = caret && textsIn(area)[caret.text];
  if (!text) return names;
  const letters = lettersOf(text);
  const key = JSON.stringify([focus, caret]);
  const before = arrived.get(clientId);
  if (before?.caret !== key) arrived.set(clientId, { caret: key, letters });
  const edits = before?.caret === key ? (editsBetween(before.letters.split(''), letters.split('')) ?? []) : [];
  const [anchor, head] = [movedPlace(edits, caret.anchor), movedPlace(edits, caret.head)];
  const selected = anchor === head ? [] : [...rangeIn(text, anchor, head).getClientRects()];
  return [...names, ...selected.map((box, part) => mark('selection', box, part)), mark('caret', caretBox(text, head))];
}
