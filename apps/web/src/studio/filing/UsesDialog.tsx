import type { FilingScope } from '@portico/contracts/studio/filing';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import rows from '../../kit/list/Rows.module.css';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import page from '../Sections.module.css';
import { filingUsesQuery } from './filing.queries.ts';

interface UsesDialogProps {
  scope: FilingScope;
  name: string;
  onClose: () => void;
}

/** The items that have a name, each a link to its editor, and the people with a role for it. */
export function UsesDialog({ scope, name, onClose }: UsesDialogProps) {
  const { data, isError } = useQuery(filingUsesQuery(scope, name));
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('filing.usesOf', { name })}>
      <div className={page.section}>
        {!data && !isError && <Skeleton shape="box" height="8rem" />}
        {isError && <p role="alert">{t('filing.usesFailed')}</p>}
        {data && data.total === 0 && <p>{t('filing.usesNone')}</p>}
        {data && data.total > data.items.length && (
          <p className={rows.facts}>{t('filing.usesMore', { shown: data.items.length, total: data.total })}</p>
        )}
        {data && data.items.length > 0 && (
          <ul className={rows.rows}>
            {data.items.map(({ id, title, isLive }) => (
              <li key={id} className={rows.row}>
                <div className={rows.what}>
                  <PortalLink href={`/studio/${id}`}>{title || t('studio.untitled')}</PortalLink>
                  <p className={rows.facts}>{t(isLive ? 'filing.live' : 'filing.notLive')}</p>
                </div>
              </li>
            ))}
          </ul>
        )}
        {data && data.people.length > 0 && (
          <p>
            {t('filing.usesPeople')}: {data.people.join(', ')}
          </p>
        )}
      </div>
    </Dialog>
  );
}
