import { use } from 'react';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { ContentSlots } from '../../page/ContentSlots.ts';
import { PageContext } from '../../page/PageContext.ts';
import type { ViewOf } from '../../page/view.ts';
import type { Form } from './shape.ts';
import styles from './View.module.css';

/** A form. An app that accepts entries provides the slot; otherwise the page describes the form. */
export function FormView({ component }: { component: Form }) {
  const Slot = use(ContentSlots).Form;
  const headingLevel = use(PageContext).levelOf(component);
  return Slot ? (
    <Slot component={component} headingLevel={headingLevel} />
  ) : (
    <ReadableForm component={component} headingLevel={headingLevel} />
  );
}

function ReadableForm({
  component: { title, description, fields },
  headingLevel,
}: {
  component: Form;
  headingLevel: number;
}) {
  const Title = `h${headingLevel}` as 'h2';
  return (
    <div className={styles.form} data-block>
      <ClipboardList className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        <Title className={styles.title}>{title}</Title>
        {description && <p className={styles.description}>{description}</p>}
        <p className={styles.asks}>This form asks for:</p>
        <ul className={styles.fields}>
          {fields.map(
            (field, position) =>
              // Broken content can repeat an id.
              'alias' in field && (
                <li key={position}>
                  {field.label}
                  {field.isRequired === true && (
                    <>
                      {' '}
                      <span className={styles.required}>(required)</span>
                    </>
                  )}
                </li>
              ),
          )}
        </ul>
        <p className={styles.note}>It can’t be filled out on this page.</p>
      </div>
    </div>
  );
}

export const view: ViewOf<Form> = { View: FormView, heading: 'title' };
