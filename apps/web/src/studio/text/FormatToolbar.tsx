import Bold from 'lucide-react/icons/bold';
import Code from 'lucide-react/icons/code';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import IndentIcon from 'lucide-react/icons/list-indent-increase';
import OutdentIcon from 'lucide-react/icons/list-indent-decrease';
import ListOrdered from 'lucide-react/icons/list-ordered';
import SquareCode from 'lucide-react/icons/square-code';
import Strikethrough from 'lucide-react/icons/strikethrough';
import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { IconButton } from '@portico/ui/IconButton';
import { t } from '../../locale/text.ts';
import { formatActions, type FormatName } from './formatActions.ts';
import styles from './FormatToolbar.module.css';

const icons: Record<FormatName, typeof Bold> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  link: Link,
  codeBlock: SquareCode,
  numbered: ListOrdered,
  indent: IndentIcon,
  outdent: OutdentIcon,
};

const GAP_PX = 8;

export interface FormatToolbarProps {
  view: EditorView;
  state: EditorState;
  /** Accessible name of the text that it formats. */
  label: string;
  onEditLink: () => void;
  /** Focuses the first button. */
  ref?: Ref<{ focus: () => void }>;
}

/**
 * The formatting toolbar: above the selection, or at the bottom of the window on touch screens. Arrow keys move between
 * buttons, Escape returns to the text.
 */
export function FormatToolbar({ view, state, label, onEditLink, ref }: FormatToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const actions = formatActions(state.schema);
  const buttons = () => [...(bar.current?.querySelectorAll('button') ?? [])];

  useImperativeHandle(ref, () => ({ focus: () => bar.current?.querySelector('button')?.focus() }), []);
  // The top layer keeps it above dialogs and unclipped by scroll containers.
  useLayoutEffect(() => {
    if (!bar.current?.showPopover) return;
    bar.current.popover = 'manual';
    bar.current.showPopover();
  }, []);
  useLayoutEffect(() => {
    if (bar.current) positionAbove(bar.current, view);
  }, [view, state]);
  useEffect(() => {
    const position = () => bar.current && positionAbove(bar.current, view);
    addEventListener('scroll', position, { capture: true, passive: true });
    addEventListener('resize', position);
    return () => {
      removeEventListener('scroll', position, { capture: true });
      removeEventListener('resize', position);
    };
  }, [view]);

  const goTo = (index: number) => {
    const all = buttons();
    const next = (index + all.length) % all.length;
    setCurrent(next);
    all[next]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const index = buttons().indexOf(document.activeElement as HTMLButtonElement);
    const steps: Record<string, () => void> = {
      ArrowRight: () => goTo(index + 1),
      ArrowLeft: () => goTo(index - 1),
      Home: () => goTo(0),
      End: () => goTo(-1),
      Escape: () => view.focus(),
    };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    step();
  };

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t('studio.textToolbar', { label })}
      tabIndex={-1}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
      onMouseDown={(event) => event.preventDefault()}
    >
      {actions.map(({ name, label, command, isOn }, index) => {
        const Icon = icons[name];
        return (
          <IconButton
            key={name}
            size="small"
            label={t(label)}
            icon={<Icon aria-hidden="true" />}
            className={styles.button}
            tabIndex={index === current ? 0 : -1}
            aria-pressed={isOn?.(state)}
            aria-disabled={command !== undefined && !command(state) ? true : undefined}
            onFocus={() => setCurrent(index)}
            onPress={() => (command ? command(view.state, view.dispatch) : onEditLink())}
          />
        );
      })}
    </div>
  );
}

/**
 * Beside the toolbar of the component, where it covers no text, if that is on the screen and has room. Otherwise above
 * the selection, or below it at the top of the window.
 */
function positionAbove(bar: HTMLElement, view: EditorView): void {
  const { from, to } = view.state.selection;
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)];
  const { width, height } = bar.getBoundingClientRect();
  const beside = roomBeside(view);
  if (beside && beside.room >= width && beside.top > 0) {
    bar.style.setProperty('--toolbar-top', `${beside.top}px`);
    bar.style.setProperty('--toolbar-left', `${beside.left}px`);
    return;
  }
  const above = start.top - height - GAP_PX;
  bar.style.setProperty('--toolbar-top', `${above < GAP_PX ? end.bottom + GAP_PX : above}px`);
  const left = Math.min(start.left, window.innerWidth - width - GAP_PX);
  bar.style.setProperty('--toolbar-left', `${Math.max(left, GAP_PX)}px`);
}

/** The free space beside the toolbar of the component that this text is in. */
function roomBeside({ dom }: EditorView): { top: number; left: number; room: number } | undefined {
  const frame = dom.closest('[data-block-id]');
  const toolbar = frame?.querySelector(':scope > [role=toolbar]')?.getBoundingClientRect();
  if (!frame || !toolbar) return undefined;
  const left = toolbar.right + GAP_PX;
  const bar = document.querySelector('header')?.getBoundingClientRect();
  const isCovered = bar !== undefined && bar.bottom > toolbar.top;
  return isCovered ? undefined : { top: toolbar.top, left, room: frame.getBoundingClientRect().right - left };
}
