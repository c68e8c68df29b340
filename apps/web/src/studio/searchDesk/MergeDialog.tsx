import type { PinnedAnswer, PinnedAnswerList } from '@portico/contracts/pinnedAnswers';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { showToast } from '@portico/ui/toasts';
import { useState } from 'react';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { termsLabel } from './termsLabel.ts';
import { useChangeAnswers } from './useChangeAnswers.ts';

interface MergeDialogProps {
  list: PinnedAnswerList;
  merged: PinnedAnswer;
  onClose: () => void;
}

/** Gives the terms and items of an answer to another one. */
export function MergeDialog({ list, merged, onClose }: MergeDialogProps) {
  const others = list.answers.filter(({ id }) => id !== merged.id);
  const [into, setInto] = useState(others[0]?.id ?? '');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const { change } = useChangeAnswers();
  const save = async () => {
    setPending(true);
    setError(undefined);
    try {
      await change({ version: list.version, change: { do: 'Merge', id: merged.id, into } });
      showToast(t('searchDesk.saidMerged', { name: merged.terms[0]! }), { type: 'success' });
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="small"
      title={t('searchDesk.mergeTitle', { name: merged.terms[0]! })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('searchDesk.doMerge')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={page.section}>
        <Select
          label={t('searchDesk.into')}
          value={into}
          onChange={setInto}
          options={others.map(({ id, terms }) => ({ value: id, label: termsLabel(terms) }))}
        />
        <p>{t('searchDesk.mergeHelp')}</p>
        {error !== undefined && (
          <p role="alert" className={page.problem}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
