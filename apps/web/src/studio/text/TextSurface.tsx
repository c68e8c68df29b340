import { useRef, useState, type FocusEvent } from 'react';
import type { EditorState } from 'prosemirror-state';
import { classes } from '@portico/ui/classes';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { t } from '../../locale/text.ts';
import { FormatToolbar } from './FormatToolbar.tsx';
import { LinkDialog } from './links/LinkDialog.tsx';
import { linkRange, setLink, type LinkRange } from './links/linkCommands.ts';
import { useEditorView, type EditorOptions } from './useEditorView.ts';
import styles from './TextSurface.module.css';

type SurfaceCallbacks = 'onEditLink' | 'onToolbar' | 'onRefuse' | 'onReceive';

export interface TextSurfaceProps<Value> extends Omit<EditorOptions<Value>, SurfaceCallbacks> {
  /** A line of plain text has no toolbar. */
  hasToolbar?: boolean;
  className?: string | undefined;
}

/** The editable element of a text with its toolbar, its link dialog and a message for refused input. */
export function TextSurface<Value>({ hasToolbar = true, className, ...props }: TextSurfaceProps<Value>) {
  const [hasFocus, setHasFocus] = useState(false);
  const [isToolbarRequested, setIsToolbarRequested] = useState(false);
  const [link, setLinkRange] = useState<LinkRange>();
  const [isRefused, setIsRefused] = useState(false);
  const toolbar = useRef<{ focus: () => void }>(null);

  const editLink = () => {
    if (view) setLinkRange(linkRange(view.state));
  };
  const focusToolbar = () => {
    if (!hasToolbar) return;
    if (toolbar.current) toolbar.current.focus();
    else setIsToolbarRequested(true);
  };
  const [mount, view, state] = useEditorView({
    ...props,
    onChange: (next: Value) => {
      setIsRefused(false);
      props.onChange(next);
    },
    onEditLink: editLink,
    onToolbar: focusToolbar,
    onRefuse: () => setIsRefused(true),
    onReceive: setIsRefused,
  });

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setHasFocus(false);
    setIsToolbarRequested(false);
  };
  const closeLink = (href?: string) => {
    const transaction = view && link && href !== undefined && setLink(view.state, link, href);
    if (transaction) view.dispatch(transaction);
    setLinkRange(undefined);
    view?.focus();
  };
  const isShown = hasToolbar && hasFocus && link === undefined && (isToolbarRequested || wantsToolbar(state));
  return (
    <div
      className={classes(styles.surface, props.isField && styles.field)}
      onFocus={() => setHasFocus(true)}
      onBlur={leave}
    >
      <div ref={mount} className={classes(styles.text, className)} />
      {isShown && view && state && (
        <FormatToolbar
          ref={(bar) => {
            toolbar.current = bar;
            if (bar && isToolbarRequested) bar.focus();
          }}
          view={view}
          state={state}
          label={props.label}
          onEditLink={editLink}
        />
      )}
      {link && <LinkDialog href={link.href} onApply={closeLink} onClose={() => closeLink()} />}
      <VisuallyHidden role="status">{isRefused ? t('studio.textTooLong') : ''}</VisuallyHidden>
      {isRefused && (
        <p className={styles.refused} aria-hidden="true">
          {t('studio.textTooLong')}
        </p>
      )}
    </div>
  );
}

let touch: MediaQueryList | undefined;
const isTouch = () => (touch ??= matchMedia('(pointer: coarse)')).matches;

/** When text is selected; on touch screens always, because the browser's own menu covers the area near a selection. */
const wantsToolbar = (state: EditorState | undefined) => state !== undefined && (!state.selection.empty || isTouch());
