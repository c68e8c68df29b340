import { newComponent } from '@portico/authoring/newComponent';
import type { ComponentKind } from '@portico/kinds/content';
import { useDismiss } from '@portico/ui/useDismiss';
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../locale/text.ts';
import { componentHelp, componentLabel, insertGroups } from '../componentKinds.ts';
import styles from './InsertMenu.module.css';
import { useActions } from './commands/CanvasContext.ts';
import type { InsertRequest } from './useCanvas.ts';

const MARGIN = 12;

/** The kinds of components to insert at a place. Typing filters them; arrow keys and Enter choose. */
export function InsertMenu({ request, onClose }: { request: InsertRequest; onClose: () => void }) {
  const { insert } = useActions();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState(0);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const opener = useRef(document.activeElement);
  const close = (restoresFocus: boolean) => {
    onClose();
    if (restoresFocus && opener.current instanceof HTMLElement) opener.current.focus();
  };
  useDismiss(panel, true, (reason) => close(reason === 'escape'));
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const { anchor } = request;
    const box = element.getBoundingClientRect();
    const below = anchor.bottom + 4;
    const top =
      below + box.height > window.innerHeight - MARGIN ? Math.max(MARGIN, anchor.top - box.height - 4) : below;
    element.style.top = `${top}px`;
    element.style.left = `${Math.max(MARGIN, Math.min(anchor.left, window.innerWidth - box.width - MARGIN))}px`;
  }, [request]);

  const groups = insertGroups
    .map(({ name, kinds }) => ({ name, kinds: kinds.filter((kind) => isMatch(kind, query)) }))
    .filter(({ kinds }) => kinds.length > 0);
  const kinds = groups.flatMap((group) => group.kinds);
  const chosen = kinds[Math.min(index, kinds.length - 1)];
  const choose = (kind: ComponentKind) => {
    onClose();
    insert([newComponent(kind)], request.place, { caret: 'start', replaced: request.replaced });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && kinds.length > 0) {
      event.preventDefault();
      setIndex((kinds.indexOf(chosen!) + step + kinds.length) % kinds.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    }
  };
  return (
    <div ref={panel} className={styles.panel} role="dialog" aria-label={t('studio.insert')}>
      <input
        className={styles.search}
        role="combobox"
        aria-label={t('studio.findComponent')}
        placeholder={t('studio.findComponent')}
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={chosen ? `${id}-${chosen}` : undefined}
        value={query}
        autoComplete="off"
        ref={(element) => element?.focus({ preventScroll: true })}
        onChange={(event) => {
          setQuery(event.target.value);
          setIndex(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t('studio.insert')} className={styles.list}>
        {groups.map(({ name, kinds: inGroup }) => (
          <div key={name} role="group" aria-label={name} className={styles.group}>
            <p className={styles.groupName} aria-hidden="true">
              {name}
            </p>
            {inGroup.map((kind) => (
              <button
                type="button"
                tabIndex={-1}
                key={kind}
                id={`${id}-${kind}`}
                role="option"
                aria-selected={kind === chosen}
                className={styles.option}
                onPointerMove={() => setIndex(kinds.indexOf(kind))}
                onClick={() => choose(kind)}
              >
                <span className={styles.name}>{componentLabel(kind)}</span>
                <span className={styles.help}>{componentHelp(kind)}</span>
              </button>
            ))}
          </div>
        ))}
        {kinds.length === 0 && <p className={styles.none}>{t('studio.noComponent', { words: query })}</p>}
      </div>
    </div>
  );
}

function isMatch(kind: ComponentKind, query: string): boolean {
  const text = `${componentLabel(kind)} ${componentHelp(kind)}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
