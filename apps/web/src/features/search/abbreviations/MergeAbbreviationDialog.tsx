import { ApiError } from '@portico/client/ApiError';
import type { Abbreviation } from '@portico/contracts/search';
import { mergeAbbreviation } from '@portico/contracts/studio/abbreviationChanges';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import page from '../../../kit/SettingsPage.module.css';
import { t } from '../../../locale/text.ts';
import { abbreviationsQuery } from '../search.queries.ts';
import { abbreviationChangesQuery } from './abbreviations.queries.ts';

interface MergeAbbreviationDialogProps {
  entry: Abbreviation;
  /** Those with another meaning. */
  others: Abbreviation[];
  onClose: () => void;
}

/** Gives an abbreviation the meaning of another one. */
export function MergeAbbreviationDialog({ entry, others, onClose }: MergeAbbreviationDialogProps) {
  const cache = useQueryClient();
  const { id, abbreviation, version } = entry;
  const [into, setInto] = useState(others[0]!.id);
  const [isSaving, setIsSaving] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    setIsSaving(true);
    setProblem(undefined);
    try {
      const { meaning } = await call(mergeAbbreviation, { params: { abbreviationId: id }, body: { version, into } });
      showToast(t('abbreviations.saidMerged', { abbreviation, meaning }), { type: 'success' });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error.detail);
    } finally {
      setIsSaving(false);
      void cache.invalidateQueries(abbreviationsQuery());
      void cache.invalidateQueries(abbreviationChangesQuery());
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="small"
      title={t('abbreviations.mergeTitle', { abbreviation })}
      actions={
        <>
          <Button variant="primary" pending={isSaving} onPress={() => void save()}>
            {t('abbreviations.doMerge')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={page.section}>
        <Select
          label={t('abbreviations.into')}
          value={into}
          onChange={setInto}
          options={others.map((other) => ({ value: other.id, label: t('abbreviations.pair', other) }))}
        />
        <p>{t('abbreviations.mergeHelp', { abbreviation })}</p>
        {problem !== undefined && <p role="alert">{problem}</p>}
      </div>
    </Dialog>
  );
}
