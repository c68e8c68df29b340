import OctagonAlert from 'lucide-react/icons/octagon-alert';
import type { Ref } from 'react';
import styles from './ErrorSummary.module.css';

export interface ErrorSummaryProps {
  /** What is wrong in one sentence; it takes the focus when given to `ref`. */
  title: string;
  /** `id` is that of the field, or of its group of controls. */
  errors: readonly { id: string; label: string; message: string }[];
  headingLevel: 2 | 3 | 4 | 5 | 6;
  ref?: Ref<HTMLDivElement>;
}

const CONTROLS = 'input:not([type="hidden"]), textarea, select, button';

/** Puts the focus where a value is entered and brings it into view. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  const control = field?.matches(CONTROLS) ? field : field?.querySelector<HTMLElement>(CONTROLS);
  (control ?? field)?.focus({ preventScroll: true });
  field?.scrollIntoView?.({ block: 'center' });
}

/** Says at the head of a form what keeps it from being taken, with a way to each field. */
export function ErrorSummary({ title, errors, headingLevel, ref }: ErrorSummaryProps) {
  const Heading = `h${headingLevel}` as 'h2';
  return (
    <div ref={ref} role="alert" tabIndex={-1} className={styles.summary}>
      <OctagonAlert className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        <ul className={styles.list}>
          {errors.map(({ id, label, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(id);
                }}
              >
                {/[?!.:]$/.test(label) ? label : `${label}:`} {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
