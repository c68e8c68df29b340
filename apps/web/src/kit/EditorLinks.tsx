import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { t } from '../locale/text.ts';
import type { EditorLinksProps } from './EditLink.tsx';
import styles from './EditorLinks.module.css';
import { PortalLink, PortalLinkButton } from './PortalLink.tsx';

/**
 * Links into the studio: from a card to its item, from a list to a new item, from the dashboard to its own item.
 */
export default function EditorLinks(props: EditorLinksProps) {
  if ('itemId' in props)
    return (
      <PortalLink
        href={`/studio/${props.itemId}`}
        className={styles.edit}
        aria-label={t('shared.editOf', { title: props.title })}
        title={t('shared.edit')}
      >
        <Pencil aria-hidden="true" />
      </PortalLink>
    );
  if ('isNew' in props)
    return (
      <PortalLinkButton size="small" href={`/studio?new=${props.isNew}`} className={styles.new}>
        <Plus aria-hidden="true" />
        {t('shared.new')}
      </PortalLinkButton>
    );
  return (
    <div className={styles.dashboard}>
      <PortalLinkButton variant="quiet" size="small" href="/studio?kind=home">
        <Pencil aria-hidden="true" />
        {t('shared.edit')}
      </PortalLinkButton>
      <PortalLinkButton variant="quiet" size="small" href="/studio?new=news">
        <Plus aria-hidden="true" />
        {t('shared.newNews')}
      </PortalLinkButton>
    </div>
  );
}
