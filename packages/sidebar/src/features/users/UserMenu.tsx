import { useId, useRef, type ReactNode } from 'react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { CurrentUser } from '@portico/contracts/users';
import { useDismiss } from '@portico/ui/useDismiss';
import { SignOutButton } from './SignOutButton.tsx';
import { UserBlock } from './UserBlock.tsx';
import styles from './UserMenu.module.css';
import { t } from '../../text.ts';

export interface UserMenuProps {
  user: CurrentUser;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The user's own menu entries, as a list. */
  items: ReactNode;
  preferences?: ReactNode;
  onSignOut: () => void;
}

/** On desktop: the user block, whose name opens a menu with the user's own links and sign-out. */
export function UserMenu({ user, isOpen, onOpenChange, items, preferences, onSignOut }: UserMenuProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  useDismiss(root, isOpen, () => onOpenChange(false));
  return (
    <div ref={root} className={styles.root}>
      <UserBlock user={user} size="desktop">
        {(name) => (
          <button
            type="button"
            className={styles.name}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onOpenChange(!isOpen)}
          >
            {name}
            <ChevronDown aria-hidden="true" className={styles.chevron} />
          </button>
        )}
      </UserBlock>
      {isOpen && (
        <div id={id} role="group" aria-label={t('userMenu')} className={styles.menu}>
          {items}
          {preferences && (
            <div className={styles.preferences} data-theme="dark">
              {preferences}
            </div>
          )}
          <SignOutButton onSignOut={onSignOut} />
        </div>
      )}
    </div>
  );
}
