import type { Abbreviation } from '@portico/contracts/search';
import { MIN_SHOWN_COUNT } from '@portico/contracts/smallCounts';
import { ABBREVIATION_USE_DAYS } from '@portico/contracts/studio/abbreviationChanges';
import { Dialog } from '@portico/ui/Dialog';
import { Skeleton } from '@portico/ui/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import page from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { abbreviationUsesQuery } from './abbreviations.queries.ts';

/** How often an abbreviation is searched for, and what that finds. */
export function AbbreviationUsesDialog({ entry, onClose }: { entry: Abbreviation; onClose: () => void }) {
  const { data: uses, isError } = useQuery(abbreviationUsesQuery(entry.id));
  const searches = (count: number | null) =>
    count === null ? t('abbreviations.fewerThan', { count: MIN_SHOWN_COUNT }) : count.toLocaleString('en-US');
  return (
    <Dialog isOpen onOpenChange={onClose} title={t('abbreviations.usesOf', { abbreviation: entry.abbreviation })}>
      <div className={page.section}>
        {!uses && !isError && <Skeleton shape="box" height="8rem" />}
        {isError && <p role="alert">{t('abbreviations.usesFailed')}</p>}
        {uses && (
          <>
            <p>{t('abbreviations.searches', { days: ABBREVIATION_USE_DAYS, count: searches(uses.searches) })}</p>
            {uses.isPinned && <p>{t('abbreviations.isPinned')}</p>}
            <p>{t('abbreviations.finds', { count: uses.total.toLocaleString('en-US') })}</p>
            <ul>
              {uses.items.map(({ id, title, path }) => (
                <li key={id}>
                  <PortalLink href={path}>{title}</PortalLink>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}
