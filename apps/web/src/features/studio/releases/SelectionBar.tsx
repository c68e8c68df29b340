import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../../locale/text.ts';
import { studioKey } from '../studio.queries.ts';
import { idOfChosen, isChosen, noRelease, ReleaseChoice } from './ReleaseChoice.tsx';
import { addItems } from './releases.queries.ts';
import styles from './releases.module.css';
import { reasonOf } from './words.ts';

/** What can be done with the selected items of the list. Nothing while none is selected. */
export function SelectionBar({ selected, onClear }: { selected: ReadonlySet<string>; onClear: () => void }) {
  const cache = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const [pending, setPending] = useState(false);
  const [release, setRelease] = useState(noRelease);
  const [error, setError] = useState<string>();
  if (selected.size === 0) return null;
  const add = async () => {
    setPending(true);
    setError(undefined);
    try {
      const id = await idOfChosen(release);
      // A second attempt adds to the release that was just started.
      setRelease({ ...release, id });
      const { name } = await addItems(id, { items: [...selected].map((itemId) => ({ itemId })) });
      showToast(t('releases.saidAdded', { name }), { type: 'success' });
      setIsAdding(false);
      onClear();
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      setPending(false);
      void cache.invalidateQueries({ queryKey: studioKey });
    }
  };
  return (
    <div className={styles.selection}>
      <p role="status">{t('releases.selectedCount', { count: selected.size })}</p>
      <Button size="small" variant="primary" onPress={() => setIsAdding(true)}>
        {t('releases.addToRelease')}
      </Button>
      <Button size="small" onPress={onClear}>
        {t('releases.clearSelection')}
      </Button>
      <Dialog
        isOpen={isAdding}
        size="small"
        onOpenChange={setIsAdding}
        title={t('releases.addToRelease')}
        actions={
          <>
            <Button variant="primary" pending={pending} isDisabled={!isChosen(release)} onPress={() => void add()}>
              {t('releases.addToRelease')}
            </Button>
            <Button onPress={() => setIsAdding(false)}>{t('shared.cancel')}</Button>
          </>
        }
      >
        <div className={styles.section}>
          <ReleaseChoice value={release} onChange={setRelease} />
          {error !== undefined && (
            <p role="alert" className={styles.problem}>
              {error}
            </p>
          )}
        </div>
      </Dialog>
    </div>
  );
}
