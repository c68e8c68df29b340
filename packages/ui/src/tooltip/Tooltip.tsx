import { cloneElement, useCallback, useEffect, useId, useRef, useState, type ReactElement } from 'react';
import styles from './Tooltip.module.css';

const HOVER_DELAY_MS = 500;
const GAP_PX = 8;
const EDGE_PX = 8;

export interface TooltipProps {
  text: string;
  /** The text repeats the trigger's name, so screen readers skip it. */
  isLabel?: boolean;
  placement?: 'top' | 'bottom' | 'right';
  /** A single focusable element. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
}

/** A short hint on hover and keyboard focus, at most 12.5rem wide. Escape hides it; it stays while hovered. */
export function Tooltip({ text, isLabel = false, placement = 'top', children }: TooltipProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLSpanElement>(null);
  const timer = useRef<number>(undefined);

  const open = (delayMs: number) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setIsOpen(true), delayMs);
  };
  const close = () => {
    clearTimeout(timer.current);
    setIsOpen(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setIsOpen(false);
    };
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, [isOpen]);

  const position = useCallback(
    (bubble: HTMLSpanElement | null) => {
      const anchor = trigger.current?.firstElementChild;
      if (!bubble || !anchor) return;
      bubble.showPopover?.(); // The top layer keeps it above dialogs and unclipped by scroll containers.
      const at = anchor.getBoundingClientRect();
      const own = bubble.getBoundingClientRect();
      const preferredLeft = placement === 'right' ? at.right + GAP_PX : at.left + (at.width - own.width) / 2;
      const above = at.top - own.height - GAP_PX;
      const below = at.bottom + GAP_PX;
      const beside = at.top + (at.height - own.height) / 2;
      const top = placement === 'right' ? beside : placement === 'bottom' || above < EDGE_PX ? below : above;
      const left = Math.min(Math.max(preferredLeft, EDGE_PX), window.innerWidth - own.width - EDGE_PX);
      bubble.style.left = `${left}px`;
      bubble.style.top = `${top}px`;
    },
    [placement],
  );

  return (
    <span
      ref={trigger}
      className={styles.trigger}
      onPointerEnter={(event) => event.pointerType !== 'touch' && open(HOVER_DELAY_MS)}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={(event) => event.target.matches(':focus-visible') && open(0)}
      onBlur={close}
    >
      {cloneElement(children, isOpen && !isLabel ? { 'aria-describedby': id } : {})}
      {isOpen && (
        <span ref={position} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
          {text}
        </span>
      )}
    </span>
  );
}
