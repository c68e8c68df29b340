import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx';
import styles from './DateBlock.module.css';

export interface DateBlockProps {
  /** An instant, ISO 8601. */
  dateTime: string;
  /** IANA name; defaults to the reader's own time zone. */
  timeZone?: string | undefined;
  size?: 'small' | 'medium';
  /** `quiet` for past dates. */
  tone?: 'accent' | 'quiet';
  /** The adjacent text contains the date, so screen readers skip this. */
  isDecorative?: boolean;
}

/** A date as a calendar page: month, day, weekday. Screen readers get the full date. */
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
