import type { ReactNode } from 'react';
import { Portrait } from './Portrait.tsx';
import type { ViewOf } from '../../page/view.ts';
import type { HeadshotName } from './shape.ts';
import styles from './View.module.css';

export function Headshots({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.people} data-wide data-block>
      {children}
    </ul>
  );
}

/** A person's picture, name and role. */
export function HeadshotNameView({ component: { image, name, role } }: { component: HeadshotName }) {
  return (
    <li className={styles.person}>
      <Portrait image={image} name={name} size={72} />
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        {role && <p className={styles.role}>{role}</p>}
      </div>
    </li>
  );
}

export const view: ViewOf<HeadshotName> = { View: HeadshotNameView, Group: Headshots };
