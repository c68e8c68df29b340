import type { ReactNode } from 'react';
import type { ComponentOf } from '../../content.ts';
import { Portrait } from './Portrait.tsx';
import styles from './View.module.css';

export function Headshots({ children }: { children: ReactNode }) {
  return (
    <ul className={styles.people} data-wide data-block>
      {children}
    </ul>
  );
}

/** A person's picture, name and role. */
export function HeadshotNameBlock({ component: { image, name, role } }: { component: ComponentOf<'HeadshotName'> }) {
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
