import LogOut from 'lucide-react/icons/log-out';
import styles from './SignOutButton.module.css';

export function SignOutButton({ onSignOut }: { onSignOut: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onSignOut}>
      <span className={styles.icon}>
        <LogOut aria-hidden="true" />
      </span>
      Sign out
    </button>
  );
}
