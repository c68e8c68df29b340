import Circle from 'lucide-react/icons/circle';
import type { IconName } from './shape.ts';
import { ContentLink } from '../../page/ContentLink.tsx';
import { contentIcons } from './contentIcons.ts';
import type { ViewOf } from '../../page/view.ts';
import type { IconsList } from './shape.ts';
import styles from './View.module.css';

/** A later version can have more names. */
const iconFor = (name: IconName) => (Object.hasOwn(contentIcons, name) ? contentIcons[name] : Circle);

/** A list with an icon for each entry. The icons carry no meaning beyond the text. */
export function IconsListView({ component }: { component: IconsList }) {
  return (
    <div className={styles.root} data-wide data-block>
      <ul className={styles.list}>
        {component.items.map(({ icon, title, text, link }, position) => {
          const Icon = iconFor(icon);
          return (
            // Entries are identified by their position and never move.
            <li key={position} className={styles.item}>
              <span className={styles.icon}>
                <Icon aria-hidden="true" />
              </span>
              <div className={styles.words}>
                <p className={styles.title}>{title}</p>
                {text && <p className={styles.text}>{text}</p>}
                {link && (
                  <p>
                    <ContentLink href={link.href} openInNewTab={link.openInNewTab} className={styles.link}>
                      {link.text}
                    </ContentLink>
                  </p>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

export const view: ViewOf<IconsList> = { View: IconsListView };
