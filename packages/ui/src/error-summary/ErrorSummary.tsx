import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { useId, type Ref } from 'react';
import styles from './ErrorSummary.module.css';

export interface ErrorSummaryProps {
  /** The problem in one sentence. */
  title: string;
  /** `id` is that of the field, or of its group of controls. */
  errors: readonly { id: string; label: string; message: string }[];
  headingLevel: 2 | 3 | 4 | 5 | 6;
  ref?: Ref<HTMLDivElement>;
}

const CONTROLS = 'input:not([type="hidden"]), textarea, select, button';

/** Focuses the control of a field and scrolls it into view. */
export function focusField(id: string): void {
  const field = document.getElementById(id);
  const control = field?.matches(CONTROLS) ? field : field?.querySelector<HTMLElement>(CONTROLS);
  (control ?? field)?.focus({ preventScroll: true });
  field?.scrollIntoView?.({ block: 'center' });
}

/**
 * Lists at the top of a form the errors that prevent sending it, with a link to each field. The form moves the focus
 * here, so screen readers say the title; a live region would say it a second time.
 */
export function ErrorSummary({ title, errors, headingLevel, ref }: ErrorSummaryProps) {
  const Heading = `h${headingLevel}` as 'h2';
  const titleId = useId();
  return (
    <div ref={ref} role="group" aria-labelledby={titleId} tabIndex={-1} className={styles.summary}>
      <OctagonAlert className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <Heading id={titleId} className={styles.title}>
          {title}
        </Heading>
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
