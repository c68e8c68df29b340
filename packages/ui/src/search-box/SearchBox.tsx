import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { classes } from '../styles/classes.ts';
import { SearchBoxContext } from './SearchBoxContext.ts';
import { SearchInput } from './SearchInput.tsx';
import { useOptions } from './useOptions.ts';
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import styles from './SearchBox.module.css';

export interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /**
   * Called with the trimmed text on Enter while no option is active. Returns true if the text was accepted; the list
   * then closes. If not, Enter chooses the first option, as soon as there is one for this text.
   */
  onSubmit: (value: string) => boolean;
  /**
   * The suggestions: SearchBoxList and anything around it. Rendered while the list is open, so it can load on demand.
   */
  children: ReactNode;
  placeholder?: string | undefined;
  /** A hint such as "Ctrl K", shown while the field is empty. */
  shortcut?: string | undefined;
  /** The same shortcut for screen readers, such as "Control+K". */
  keyShortcuts?: string | undefined;
  size?: 'medium' | 'large';
  /** The list is always open below the field instead of floating, for use in a sheet. */
  isInline?: boolean;
  hasAutoFocus?: boolean;
  /** Id of text that explains the field. */
  describedBy?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/**
 * A search field with a list of links below it: a combobox according to the ARIA pattern, whose focus stays in the
 * field while the arrow keys move through the options. Options are links, so that they can be preloaded and opened in a
 * new tab like any link.
 */
export function SearchBox({
  label,
  value,
  onChange,
  onSubmit,
  children,
  placeholder,
  shortcut,
  keyShortcuts,
  size = 'medium',
  isInline = false,
  hasAutoFocus = false,
  describedBy,
  inputRef,
}: SearchBoxProps) {
  const box = useRef<HTMLFormElement>(null);
  const [wantsOpen, setWantsOpen] = useState(false);
  const [awaited, setAwaited] = useState<string>();
  const hide = useCallback(() => {
    setWantsOpen(false);
    setAwaited(undefined);
  }, []);
  const { activeId, clearActive, activeOption, firstOption, move, listId, hasList, spokenText, state } = useOptions(
    box,
    hide,
  );
  const isOpen = isInline || wantsOpen;
  useEffect(() => {
    if (awaited === undefined || awaited !== value.trim()) return;
    const first = firstOption();
    if (!first) return;
    setAwaited(undefined);
    first.click();
  }, [awaited, value, hasList, firstOption]);

  const onKeyDown = keyHandler({
    isOpen,
    isInline,
    value,
    activeOption,
    move,
    open: () => setWantsOpen(true),
    close: state.close,
    clear: () => onChange(''),
  });

  return (
    <form
      ref={box}
      role="search"
      aria-label={label}
      className={classes(styles.box, styles[size])}
      onSubmit={(event) => {
        event.preventDefault();
        if (onSubmit(value.trim())) return state.close();
        setWantsOpen(true);
        if (value.trim() !== '') setAwaited(value.trim());
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) state.close();
      }}
    >
      <SearchInput
        ref={inputRef}
        type="text"
        inputMode="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen && hasList}
        aria-controls={isOpen && hasList ? listId : undefined}
        aria-activedescendant={activeId}
        aria-describedby={describedBy}
        aria-keyshortcuts={keyShortcuts}
        autoCapitalize="off"
        spellCheck={false}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- in a sheet that the person opened to type
        autoFocus={hasAutoFocus}
        maxLength={200}
        label={label}
        value={value}
        placeholder={placeholder}
        shortcut={shortcut}
        size={size}
        onChange={(text) => {
          onChange(text);
          clearActive();
          setAwaited(undefined);
          setWantsOpen(true);
        }}
        onFocus={() => setWantsOpen(true)}
        onClick={() => setWantsOpen(true)}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden role="status">{isOpen ? spokenText : ''}</VisuallyHidden>
      {isOpen && (
        // Pressing an option must not move the focus, because the list would close before the press ends.
        <div
          role="presentation"
          className={isInline ? styles.inline : styles.popup}
          onMouseDown={(event) => event.preventDefault()}
        >
          <SearchBoxContext value={state}>{children}</SearchBoxContext>
        </div>
      )}
    </form>
  );
}

interface Keyboard {
  isOpen: boolean;
  isInline: boolean;
  value: string;
  activeOption: () => HTMLElement | undefined;
  /** Moves to the next or previous option. */
  move: (step: 1 | -1) => void;
  open: () => void;
  close: () => void;
  clear: () => void;
}

/** Key handler of the field. */
function keyHandler({ isOpen, isInline, value, activeOption, move, open, close, clear }: Keyboard) {
  return (event: KeyboardEvent<HTMLInputElement>) => {
    const isStep = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isStep) {
      event.preventDefault();
      if (isOpen) move(event.key === 'ArrowDown' ? 1 : -1);
      else open();
    } else if (event.key === 'Enter' && activeOption()) {
      event.preventDefault();
      activeOption()?.click();
    } else if (event.key === 'Delete' && value === '') {
      activeOption()?.querySelector<HTMLElement>('[data-remove]')?.click();
    } else if (event.key === 'Escape' && ((isOpen && !isInline) || value !== '')) {
      // Closes from the inside out: the list, then the text, then a surrounding sheet.
      event.preventDefault();
      event.stopPropagation();
      if (isOpen && !isInline) close();
      else clear();
    }
  };
}
