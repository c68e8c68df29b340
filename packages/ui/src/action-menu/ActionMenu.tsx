import Ellipsis from 'lucide-react/icons/ellipsis';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useDismiss } from '../browser/useDismiss.ts';
import type { ButtonProps } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import styles from './ActionMenu.module.css';

export interface MenuAction {
  label: string;
  /** Keyboard shortcut for the same action, as shown to people. */
  keys?: string | undefined;
  onAction: () => void;
}

export interface ActionMenuProps {
  /** Name of the button and its menu. */
  label: string;
  actions: readonly MenuAction[];
  size?: ButtonProps['size'];
}

/**
 * A button with three dots that opens a menu of actions. Arrow keys, Home and End move through it; Escape closes it.
 */
export function ActionMenu({ label, actions, size }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismiss(menu, isOpen, () => setIsOpen(false));
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined || items.length === 0) return;
    event.preventDefault();
    event.stopPropagation();
    items.at(next % items.length)?.focus();
  };
  const act = ({ onAction }: MenuAction) => {
    menu.current?.querySelector('button')?.focus();
    setIsOpen(false);
    onAction();
  };
  return (
    <div ref={menu} role="presentation" className={styles.menu} onKeyDown={onKeyDown}>
      <IconButton
        label={label}
        icon={<Ellipsis />}
        {...(size && { size })}
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div ref={positionAndEnter} id={id} role="menu" aria-label={label} className={styles.panel}>
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              role="menuitem"
              className={styles.item}
              onClick={() => act(action)}
            >
              {action.label}
              {action.keys !== undefined && <kbd className={styles.keys}>{action.keys}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Places a menu that has just opened where there is room, before focusing it could scroll the page. */
function positionAndEnter(panel: HTMLElement | null): void {
  if (!panel) return;
  const { left, bottom, height } = panel.getBoundingClientRect();
  const roomAbove = panel.parentElement?.getBoundingClientRect().top ?? 0;
  panel.toggleAttribute('data-start', left < 0);
  panel.toggleAttribute('data-above', bottom > window.innerHeight && height < roomAbove);
  panel.querySelector('button')?.focus();
}
