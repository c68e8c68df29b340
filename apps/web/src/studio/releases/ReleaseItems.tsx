import { addToRelease, type Release, type ReleaseItem, removeFromRelease } from '@portico/contracts/studio/releases';
import { Button } from '@portico/ui/Button';
import { StatusLabel } from '@portico/ui/StatusLabel';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { itemKindLabel } from '../kinds.ts';
import type { Act } from './releases.queries.ts';
import rows from '../../kit/list/Rows.module.css';
import styles from '../Sections.module.css';

/** The items of a release, with the problems that stopped it. */
export function ReleaseItems({ release, act }: { release: Release; act: Act }) {
  const { id, items, hasProblems } = release;
  const isOpen = release.releasedAt === null;
  const remove = ({ itemId, title }: ReleaseItem) =>
    act(
      () => call(removeFromRelease, { params: { releaseId: id, itemId } }),
      t('releases.saidRemoved', { name: title }),
    );
  const update = ({ itemId, title }: ReleaseItem) =>
    act(
      () => call(addToRelease, { params: { releaseId: id }, body: { items: [{ itemId }] } }),
      t('releases.saidAdded', { name: title }),
    );
  return (
    <section aria-labelledby="release-items" className={styles.section}>
      <h2 id="release-items" className={styles.subtitle}>
        {t('releases.items')}
      </h2>
      {hasProblems && (
        <p role="alert" className={styles.problem}>
          {t('releases.problemsTitle')}
        </p>
      )}
      {items.length === 0 && <p>{t('releases.emptyRelease')}</p>}
      {items.length > 0 && (
        <ul className={rows.rows}>
          {items.map((item) => (
            <li key={item.itemId} className={rows.row}>
              <div className={rows.what}>
                {item.title === '' ? (
                  <p className={rows.facts}>{t('releases.otherDepartment')}</p>
                ) : (
                  <PortalLink href={`/studio/${item.itemId}`} className={rows.title}>
                    {item.title}
                  </PortalLink>
                )}
                <p className={rows.facts}>
                  {itemKindLabel(item.kind)} · {versionLabel(item, isOpen)}
                </p>
                {item.problem !== null && <p className={styles.problem}>{item.problem}</p>}
              </div>
              {isOpen && item.hasChanges && (
                <>
                  <StatusLabel tone="warning">{t('releases.writtenSince')}</StatusLabel>
                  <Button
                    size="small"
                    aria-label={t('releases.updateNamed', { name: item.title })}
                    onPress={() => void update(item)}
                  >
                    {t('releases.update')}
                  </Button>
                </>
              )}
              {isOpen && (
                <Button
                  size="small"
                  aria-label={t('releases.removeNamed', { name: item.title })}
                  onPress={() => void remove(item)}
                >
                  {t('releases.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function versionLabel({ revision: number, previousRevision: previous }: ReleaseItem, isOpen: boolean): string {
  if (previous === null) return t(isOpen ? 'releases.versionNew' : 'releases.versionLiveNew', { number });
  return t(isOpen ? 'releases.versionOver' : 'releases.versionLive', { number, previous });
}
