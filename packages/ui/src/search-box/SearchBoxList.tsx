import { useEffect, useId, type ReactNode } from 'react';
import X from 'lucide-react/icons/x';
import { plainLink, type RenderLink } from '../link/renderLink.tsx';
import { useSearchBox } from './SearchBoxContext.ts';
import styles from './SearchBoxList.module.css';

/** The options of a SearchBox; omit it if there are none. `label` is its name for screen readers. */
export function SearchBoxList({ label, children }: { label: string; children: ReactNode }) {
  const { listId, addList } = useSearchBox();
  useEffect(addList, [addList]);
  return (
    <div role="listbox" id={listId} aria-label={label} className={styles.list}>
      {children}
    </div>
  );
}

/** Options under a heading. */
export function SearchBoxGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={styles.group}>
      <div id={id} role="presentation" className={styles.title}>
        {title}
      </div>
      {children}
    </div>
  );
}

export interface SearchBoxOptionProps {
  href: string;
  children: ReactNode;
  icon?: ReactNode;
  /** Shown at the end of the line, such as a kind and a date. */
  detail?: ReactNode;
  /** Removes the option from the list, when its remove button is pressed or on Delete while the option is active. */
  onRemove?: (() => void) | undefined;
  onChoose?: (() => void) | undefined;
  renderLink?: RenderLink;
}

/** One option: a link that can be reached from the field with the arrow keys. */
export function SearchBoxOption({
  href,
  children,
  icon,
  detail,
  onRemove,
  onChoose,
  renderLink = plainLink,
}: SearchBoxOptionProps) {
  const id = useId();
  const { activeId, forget, close } = useSearchBox();
  useEffect(() => () => forget(id), [forget, id]);
  return renderLink({
    href,
    id,
    role: 'option',
    tabIndex: -1,
    'aria-selected': activeId === id,
    className: styles.option,
    'aria-description': onRemove && 'Press Delete to remove',
    onClick: (event) => {
      if (event.defaultPrevented) return;
      onChoose?.();
      if (!event.metaKey && !event.ctrlKey) close();
    },
    children: (
      <>
        {icon && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <span className={styles.text}>{children}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
        {onRemove && (
          <span
            aria-hidden="true"
            data-remove
            className={styles.remove}
            onClick={(event) => {
              event.preventDefault();
              onRemove();
            }}
          >
            <X />
          </span>
        )}
      </>
    ),
  });
}

/** A sentence shown instead of the list or below it. */
export function SearchBoxHint({ children }: { children: ReactNode }) {
  return <p className={styles.hint}>{children}</p>;
}

/** A row at the end of the list for anything other than an option, such as a button. */
export function SearchBoxFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>;
}
