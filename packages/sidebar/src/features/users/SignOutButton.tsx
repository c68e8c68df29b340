import LogOut from 'lucide-react/icons/log-out';
import styles from './SignOutButton.module.css';
import { t } from '../../text.ts';

export function SignOutButton({ onSignOut }: { onSignOut: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onSignOut}>
      <span className={styles.icon}>
        <LogOut aria-hidden="true" />
      </span>
      {t('signOut')}
    </button>
  );
}
