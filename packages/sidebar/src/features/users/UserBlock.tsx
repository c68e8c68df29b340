import type { ReactNode } from 'react';
import { advisorTypeLabels } from '@portico/kinds/advisorType';
import { displayName, type CurrentUser } from '@portico/contracts/users';
import { Avatar } from '@portico/ui/Avatar';
import styles from './UserBlock.module.css';
import { t } from '../../text.ts';

const AVATAR_PX = { desktop: 100, narrow: 70 } as const;

export interface UserBlockProps {
  user: CurrentUser;
  /** Width of the avatar block: 100px on desktop, otherwise 70px. Source: spec §2 Sidebar. */
  size: keyof typeof AVATAR_PX;
  /** Renders the name, as a button that opens the user menu. */
  children: (name: string) => ReactNode;
}

/** Picture, name and advisor type of the signed-in user. */
export function UserBlock({ user, size, children }: UserBlockProps) {
  const name = displayName(user) || t('yourAccount');
  return (
    <div className={styles.block} data-size={size}>
      <div className={styles.avatar}>
        <Avatar name={name} src={user.avatarUrl} size={AVATAR_PX[size]} />
      </div>
      <div className={styles.words}>
        {children(name)}
        {user.advisorType && <p className={styles.type}>{advisorTypeLabels[user.advisorType]}</p>}
      </div>
    </div>
  );
}
