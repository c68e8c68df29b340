import type { MouseEvent, ReactNode } from 'react';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CircleAlert from 'lucide-react/icons/circle-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { MenuItem } from '@portico/contracts/menu';
import { isSafeHref } from '@portico/kinds/safeHref';
import type { RenderLink } from '@portico/ui/renderLink';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { MenuIcon } from './MenuIcon.tsx';
import { menuSection } from './menuSection.ts';
import { isInactive } from './menuTree.ts';
import styles from './MenuRow.module.css';
import { t } from '../../text.ts';

/** Icon, name and status of an item. Source: spec §2 Sidebar, item status effects. */
function RowContent({ item, mark }: { item: MenuItem; mark?: ReactNode }) {
  return (
    <>
      <MenuIcon item={item} />
      <span className={styles.name}>{item.name}</span>
      {item.status === 'Warning' && (
        <span className={styles.warning}>
          <TriangleAlert aria-hidden="true" />
          <VisuallyHidden>{t('warning')}</VisuallyHidden>
        </span>
      )}
      {item.status === 'OrangeWarning' && (
        <span className={styles.orange}>
          <CircleAlert aria-hidden="true" />
          <VisuallyHidden>{t('important')}</VisuallyHidden>
        </span>
      )}
      {mark}
    </>
  );
}

const isPlainClick = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

export interface MenuLinkProps {
  item: MenuItem;
  isCurrent: boolean;
  renderLink: RenderLink;
  /** Called when the link is followed in this tab. */
  onSelect: () => void;
}

/** A menu link. Inactive if it is grayed out or its address can't be used. */
export function MenuLink({ item, isCurrent, renderLink, onSelect }: MenuLinkProps) {
  const { pageLink: href, openInNewTab } = item;
  if (isInactive(item) || href === null || !isSafeHref(href)) {
    return (
      <span role="link" aria-disabled="true" className={styles.row} data-grayed={isInactive(item) || undefined}>
        <RowContent item={item} />
      </span>
    );
  }
  const mark = openInNewTab && (
    <>
      <ArrowUpRight aria-hidden="true" className={styles.mark} />
      <VisuallyHidden>{t('newTab')}</VisuallyHidden>
    </>
  );
  const onClick = (event: MouseEvent) => {
    if (isPlainClick(event)) onSelect();
  };
  return renderLink({
    href,
    className: styles.row,
    'data-section': menuSection(item),
    'aria-current': isCurrent ? 'page' : undefined,
    children: <RowContent item={item} mark={mark} />,
    ...(openInNewTab ? { target: '_blank', rel: 'noopener' } : { onClick }),
  });
}

export interface MenuGroupButtonProps {
  item: MenuItem;
  isOpen: boolean;
  /** Whether the current page is inside. */
  holdsCurrent: boolean;
  onToggle: () => void;
  /** Icon that shows which way the group opens. */
  mark: ReactNode;
  controls?: string | undefined;
}

/** A menu entry that opens and closes a group. */
export function MenuGroupButton({ item, isOpen, holdsCurrent, onToggle, mark, controls }: MenuGroupButtonProps) {
  return (
    <button
      type="button"
      className={styles.row}
      aria-expanded={isOpen}
      aria-controls={controls}
      disabled={isInactive(item)}
      data-grayed={isInactive(item) || undefined}
      data-holds-current={(holdsCurrent && !isOpen) || undefined}
      onClick={onToggle}
    >
      <RowContent
        item={item}
        mark={
          <span className={styles.mark} aria-hidden="true">
            {mark}
          </span>
        }
      />
    </button>
  );
}

export interface PanelButtonProps {
  item: MenuItem;
  isOpen: boolean;
  onToggle: (button: HTMLElement) => void;
}

/** A menu entry that opens and closes a panel next to the menu. */
export function PanelButton({ item, isOpen, onToggle }: PanelButtonProps) {
  return (
    <button
      type="button"
      className={styles.row}
      aria-expanded={isOpen}
      aria-haspopup="dialog"
      disabled={isInactive(item)}
      data-grayed={isInactive(item) || undefined}
      data-panel-open={isOpen || undefined}
      onClick={(event) => onToggle(event.currentTarget)}
    >
      <RowContent item={item} mark={<ChevronRight aria-hidden="true" className={styles.mark} />} />
    </button>
  );
}
