import styles from './DividerBlock.module.css';

export function DividerBlock() {
  return <hr className={styles.divider} />;
}
