import { useRef, useState, type FocusEvent } from 'react';
import type { EditorState } from 'prosemirror-state';
import { classes } from '@portico/ui/classes';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { t } from '../../../locale/text.ts';
import { FormatToolbar } from './FormatToolbar.tsx';
import { LinkDialog } from './links/LinkDialog.tsx';
import { linkRange, setLink, type LinkRange } from './links/linkCommands.ts';
import { useEditorView, type EditorOptions } from './useEditorView.ts';
import styles from './TextSurface.module.css';

type OfSurface = 'onEditLink' | 'onToolbar' | 'onRefuse';

export interface TextSurfaceProps<Value> extends Omit<EditorOptions<Value>, OfSurface> {
  /** A line of plain text has no toolbar. */
  hasToolbar?: boolean;
  className?: string | undefined;
}

/**
 * The editable element of a text with what belongs to it: toolbar, link dialog, and a place that says what was refused.
 */
export function TextSurface<Value>({ hasToolbar = true, className, ...props }: TextSurfaceProps<Value>) {
  const [hasFocus, setHasFocus] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const [link, setLinkRange] = useState<LinkRange>();
  const [isRefused, setIsRefused] = useState(false);
  const toolbar = useRef<{ focus: () => void }>(null);

  const editLink = () => {
    if (view) setLinkRange(linkRange(view.state));
  };
  const askForToolbar = () => {
    if (!hasToolbar) return;
    if (toolbar.current) toolbar.current.focus();
    else setIsAsked(true);
  };
  const [mount, view, state] = useEditorView({
    ...props,
    onChange: (next: Value) => {
      setIsRefused(false);
      props.onChange(next);
    },
    onEditLink: editLink,
    onToolbar: askForToolbar,
    onRefuse: () => setIsRefused(true),
  });

  const leave = (event: FocusEvent<HTMLElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setHasFocus(false);
    setIsAsked(false);
  };
  const closeLink = (href?: string) => {
    const transaction = view && link && href !== undefined && setLink(view.state, link, href);
    if (transaction) view.dispatch(transaction);
    setLinkRange(undefined);
    view?.focus();
  };
  const isShown = hasToolbar && hasFocus && link === undefined && (isAsked || wantsToolbar(state));
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
            if (bar && isAsked) bar.focus();
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

/** When words are selected; on touch screens always, because the browser's own menu covers what is near a selection. */
const wantsToolbar = (state: EditorState | undefined) => state !== undefined && (!state.selection.empty || isTouch());
