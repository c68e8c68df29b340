import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import styles from './DateBlock.module.css';

export interface DateBlockProps {
  /** An instant, ISO 8601. */
  dateTime: string;
  /** IANA name; the reader's own zone when left out. */
  timeZone?: string | undefined;
  size?: 'small' | 'medium';
  /** `quiet` for past dates. */
  tone?: 'accent' | 'quiet';
  /** The text beside it says the date: screen readers skip this one. */
  isDecorative?: boolean;
}

/** A date as a calendar leaf: month, day, weekday. Screen readers get it in full. */
export function DateBlock({
  dateTime,
  timeZone,
  size = 'medium',
  tone = 'accent',
  isDecorative = false,
}: DateBlockProps) {
  const date = new Date(dateTime);
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date);
  return (
    <time
      dateTime={dateTime}
      className={styles.block}
      data-size={size}
      data-tone={tone}
      aria-hidden={isDecorative || undefined}
    >
      <VisuallyHidden>{part({ dateStyle: 'full' })}</VisuallyHidden>
      <span className={styles.month} aria-hidden="true">
        {part({ month: 'short' })}
      </span>
      <span className={styles.day} aria-hidden="true">
        {part({ day: 'numeric' })}
      </span>
      <span className={styles.weekday} aria-hidden="true">
        {part({ weekday: 'short' })}
      </span>
    </time>
  );
}
