import styles from './Switch.module.css';

export interface SwitchProps {
  children: string;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
  isDisabled?: boolean;
}

/** A setting that is on or off and takes effect immediately, with its label. */
export function Switch({ children, isSelected, onChange, isDisabled = false }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        className={styles.input}
        checked={isSelected}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={styles.label}>{children}</span>
    </label>
  );
}
