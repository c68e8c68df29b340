import styles from './FileIcon.module.css';

export type FileKind = 'pdf' | 'text' | 'table' | 'slides' | 'picture' | 'film' | 'plain';

/**
 * A sheet of paper in the color of its kind, with the name of its format. Decorative: show the format as text next to
 * it.
 */
export function FileIcon({
  kind,
  label,
  size = 'normal',
}: {
  kind: FileKind;
  /** Up to four letters. */ label: string;
  size?: 'normal' | 'small';
}) {
  return (
    <span className={styles.file} data-kind={kind} data-size={size} aria-hidden="true">
      <svg viewBox="0 0 44 54" className={styles.sheet}>
        <path className={styles.paper} d="M5 1h23l15 15v33a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4V5a4 4 0 0 1 4-4z" />
        <path className={styles.fold} d="M28 1v11a4 4 0 0 0 4 4h11z" />
      </svg>
      <span className={styles.label}>{label}</span>
    </span>
  );
}
