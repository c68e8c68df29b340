import { use } from 'react';
import { PageContext } from '../../page/PageContext.ts';
import { RichTextView } from '../../page/RichTextView.tsx';
import { ContactLines } from '../contact-link/ContactLines.tsx';
import { Portrait } from '../headshot-name/Portrait.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { HeadshotDetails } from './shape.ts';
import styles from './View.module.css';

/** A person with details, and the picture on the left or right. */
export function HeadshotDetailsView({ component }: { component: HeadshotDetails }) {
  const { image, name, role, body, email, phone, alignment } = component;
  const Name = `h${use(PageContext).levelOf(component)}` as const;
  return (
    <div className={styles.root} data-wide data-block>
      <div className={styles.person} data-alignment={alignment}>
        <Portrait image={image} name={name} size={128} className={styles.portrait} />
        <div className={styles.words}>
          <Name className={styles.name}>{name}</Name>
          {role && <p className={styles.role}>{role}</p>}
          <div className={styles.body}>
            <RichTextView body={body} />
          </div>
          <ContactLines email={email} phone={phone} className={styles.lines} />
        </div>
      </div>
    </div>
  );
}

export const view: ViewOf<HeadshotDetails> = { View: HeadshotDetailsView, heading: 'name' };
