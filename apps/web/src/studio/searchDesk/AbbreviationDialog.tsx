import { createAbbreviation, listAbbreviations } from '@portico/contracts/search';
import { getSearchInsights } from '@portico/contracts/studio/insights';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';

/** Tells search what a term means. */
export function AbbreviationDialog({ term, onClose }: { term: string; onClose: () => void }) {
  const cache = useQueryClient();
  const [meaning, setMeaning] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const isWrong = meaning.trim().length < 2;
  const save = async () => {
    setIsChecked(true);
    if (isWrong) return;
    setPending(true);
    setError(undefined);
    try {
      await call(createAbbreviation, { body: { abbreviation: term, meaning: meaning.trim() } });
      showToast(t('searchDesk.saidAbbreviated', { term }), { type: 'success' });
      onClose();
      void cache.invalidateQueries({ queryKey: keyOf(listAbbreviations, 'search') });
      void cache.invalidateQueries({ queryKey: keyOf(getSearchInsights) });
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
      title={t('searchDesk.abbreviateTitle', { term })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('searchDesk.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <form
        className={page.section}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('searchDesk.meaning')}
          help={t('searchDesk.meaningHelp')}
          value={meaning}
          maxLength={120}
          error={isChecked && isWrong ? t('searchDesk.meaningWrong') : undefined}
          onChange={setMeaning}
        />
        {error !== undefined && (
          <p role="alert" className={page.problem}>
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
