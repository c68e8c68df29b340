import { sameName } from '@portico/authoring/sameName';
import {
  changeFilingName,
  type FilingChangeKind,
  type FilingList,
  type FilingName,
  type FilingScope,
} from '@portico/contracts/studio/filing';
import { MAX_CATEGORY_LENGTH, MAX_DEPARTMENT } from '@portico/kinds/itemParts';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { Select } from '@portico/ui/Select';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { filingNamesQuery } from './filing.queries.ts';

export interface AskedChange {
  kind: FilingChangeKind;
  name: FilingName;
}

interface ChangeNameDialogProps {
  scope: FilingScope;
  list: FilingList;
  asked: AskedChange;
  onClose: () => void;
}

const texts = {
  Rename: { title: 'filing.renameTitle', verb: 'filing.doRename', wrong: 'filing.newNameWrong' },
  Merge: { title: 'filing.mergeTitle', verb: 'filing.doMerge', wrong: 'filing.intoWrong' },
  Retire: { title: 'filing.retireTitle', verb: 'filing.doRetire', wrong: 'filing.newNameWrong' },
} as const;

/** Renames, merges or retires a name, after saying what that reaches. */
export function ChangeNameDialog({ scope, list, asked: { kind, name }, onClose }: ChangeNameDialogProps) {
  const cache = useQueryClient();
  const [to, setTo] = useState(kind === 'Rename' ? name.name : '');
  /** The list that the person has seen; a refusal shows a newer one. */
  const [version, setVersion] = useState(list.version);
  const [isChecked, setIsChecked] = useState(false);
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const { queryKey } = filingNamesQuery(scope);
  const isWrong = kind !== 'Retire' && (to.trim() === '' || to.trim() === name.name);
  const save = async () => {
    setIsChecked(true);
    if (isWrong) return;
    setPending(true);
    setError(undefined);
    try {
      const body = { version, kind, from: name.name, to: kind === 'Retire' ? null : to.trim() };
      const after = await call(changeFilingName, { params: { scope }, body });
      cache.setQueryData(queryKey, after);
      const { from, to: given } = after.changes[0]!;
      showToast(given === null ? t('filing.saidRetired', { from }) : t('filing.saidRenamed', { from, to: given }), {
        type: 'success',
      });
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
      await cache.invalidateQueries({ queryKey });
      setVersion(cache.getQueryData(queryKey)?.version ?? version);
    } finally {
      setPending(false);
    }
  };
  const { title, verb, wrong } = texts[kind];
  const others = list.names.filter((each) => each.name !== name.name && !each.isRetired);
  const same = kind === 'Rename' ? others.find((each) => sameName(each.name, to)) : undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="small"
      title={t(title, { name: name.name })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t(verb)}
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
        {kind === 'Rename' && (
          <TextField
            label={t('filing.newName')}
            value={to}
            maxLength={scope === 'category' ? MAX_CATEGORY_LENGTH : MAX_DEPARTMENT}
            error={isChecked && isWrong ? t(wrong) : undefined}
            onChange={setTo}
          />
        )}
        {kind === 'Merge' && (
          <Select
            label={t('filing.into')}
            value={to}
            onChange={setTo}
            options={[
              { value: '', label: t('filing.choose') },
              ...others.map((each) => ({ value: each.name, label: each.name })),
            ]}
          />
        )}
        {kind === 'Merge' && isChecked && isWrong && (
          <p role="alert" className={page.problem}>
            {t(wrong)}
          </p>
        )}
        <p>
          {kind === 'Retire'
            ? t('filing.retireText')
            : t('filing.reaches', { count: name.published + name.unpublished })}
        </p>
        {error !== undefined && (
          <p role="alert" className={page.problem}>
            {error}
          </p>
        )}
        {same && error === undefined && <p role="status">{t('filing.exists', { name: same.name })}</p>}
      </form>
    </Dialog>
  );
}
