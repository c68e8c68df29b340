import type { ContentComponent } from '@portico/kinds/content';
import { ContentTree } from '@portico/kinds/page/ContentTree';
import { Button } from '@portico/ui/Button';
import { t } from '../../../locale/text.ts';
import type { OpenConflict } from '../../session/sessionState.ts';
import styles from './Conflicts.module.css';
import { storedVersionLabel } from './storedVersionLabel.ts';
import { useConflictChoice } from './useConflictChoice.ts';
import { useLostFocus } from './useLostFocus.ts';

/** Both versions of a component that two people changed. The editor chooses; until then, the stored version applies. */
export function ConflictPanel({ conflict, stored }: { conflict: OpenConflict; stored: ContentComponent | null }) {
  const { choose, isTooSoon } = useConflictChoice(conflict, stored);
  const by = conflict.by || t('studio.someoneElse');
  const { mine } = conflict;
  return (
    <section
      ref={useLostFocus()}
      tabIndex={-1}
      data-choice
      className={styles.conflict}
      aria-label={t('studio.conflictTitle', { name: by })}
    >
      <p className={styles.conflictTitle}>{t('studio.conflictTitle', { name: by })}</p>
      <p role="status" className={styles.tooSoon}>
        {isTooSoon && t('studio.justChanged')}
      </p>
      <div className={styles.versions}>
        <div>
          <p className={styles.versionTitle}>{storedVersionLabel(conflict)}</p>
          {stored ? <ContentTree components={[stored]} /> : <p>{t('studio.wasRemoved')}</p>}
          <Button size="small" onPress={() => choose('theirs')}>
            {stored ? t('studio.keepVersionOf', { name: by }) : t('studio.leaveRemoved')}
          </Button>
        </div>
        <div>
          <p className={styles.versionTitle}>{t('studio.yourVersion')}</p>
          {mine.do === 'set' ? <ContentTree components={[mine.component]} /> : <p>{t('studio.youRemoved')}</p>}
          <Button size="small" variant="primary" onPress={() => choose('mine')}>
            {mine.do === 'set' ? t('studio.useYours') : t('studio.removeAnyway')}
          </Button>
        </div>
      </div>
    </section>
  );
}
