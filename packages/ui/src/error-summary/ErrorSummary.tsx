import OctagonAlert from 'lucide-react/icons/octagon-alert';
import { useId, type Ref } from 'react';
import styles from './ErrorSummary.module.css';

export interface ErrorSummaryProps {
  /** The problem in one sentence. */
  title: string;
  /** `id` is the id of the field, or of its group of controls. */
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
 * Lists, at the top of a form, the errors that prevent submitting it, each with a link to its field. The form moves the
 * focus here, so that screen readers read the title; a live region would repeat it.
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
