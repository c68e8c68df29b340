import styles from './View.module.css';

export function DividerBlock() {
  return <hr className={styles.divider} />;
}
