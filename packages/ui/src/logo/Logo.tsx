import { classes } from '../styles/classes.ts';
import styles from './Logo.module.css';

export interface LogoProps {
  /** The mark alone, or with the name next to it. */
  variant?: 'full' | 'mark';
  className?: string | undefined;
}

/** Portico's mark, a pediment on four columns, in the surrounding text color, with a brass sun in the pediment. */
export function Logo({ variant = 'full', className }: LogoProps) {
  return (
    <span className={classes(styles.logo, className)} role="img" aria-label="Portico">
      <svg viewBox="0 0 32 32" aria-hidden="true" className={styles.mark}>
        <path d="M16 3 2.5 10.2V12h27v-1.8z" fill="currentColor" />
        <circle cx="16" cy="8.6" r="1.55" className={styles.sun} />
        <path
          d="M5 14h3.6v10.5H5zM11.15 14h3.6v10.5h-3.6zM17.25 14h3.6v10.5h-3.6zM23.4 14H27v10.5h-3.6z"
          fill="currentColor"
        />
        <path d="M4 26h24v1.6H4zM2.5 28.4h27V30h-27z" fill="currentColor" />
      </svg>
      {variant === 'full' && (
        <span aria-hidden="true" className={styles.name}>
          Portico
        </span>
      )}
    </span>
  );
}
