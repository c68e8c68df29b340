import { handOver, undoHandover } from '@portico/contracts/studio/owners';
import type { CallInput } from '@portico/contracts/endpoint';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import { studioKey } from '../studio.queries.ts';
import { OwnerPicker, type NewOwner } from './OwnerPicker.tsx';
import rows from '../../kit/list/Rows.module.css';
import sections from '../Sections.module.css';

interface HandOverDialogProps {
  what: CallInput<typeof handOver>['body']['what'];
  /** How many items it is about. */
  count: number;
  onDone: () => void;
  onClose: () => void;
}

/** Gives items to another owner, which can be undone. */
export function HandOverDialog({ what, count, onDone, onClose }: HandOverDialogProps) {
  const cache = useQueryClient();
  // A second attempt is the same handover, unless it is to somebody else.
  const [ids] = useState(() => new Map<string, string>());
  const [owner, setOwner] = useState<NewOwner>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const save = async () => {
    if (!owner) return setProblem(t('owners.choose'));
    const id = ids.get(owner.id) ?? crypto.randomUUID();
    ids.set(owner.id, id);
    setPending(true);
    try {
      const { handedOver, skipped } = await call(handOver, { body: { id, toId: owner.id, what } });
      const { name } = owner;
      if (skipped > 0)
        showToast(t('owners.saidSkipped', { count: skipped, name }), { type: 'warning', duration: 10_000 });
      if (handedOver > 0)
        showToast(t('owners.saidHandedOver', { count: handedOver, name }), {
          type: 'success',
          duration: 10_000,
          action: { label: t('owners.undo'), onPress: () => void undo(id) },
        });
      onDone();
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    }
    void cache.invalidateQueries({ queryKey: studioKey });
  };
  const undo = async (handoverId: string) => {
    try {
      const { givenBack } = await call(undoHandover, { params: { handoverId } });
      showToast(t('owners.saidGivenBack', { count: givenBack }), { type: 'success' });
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
    }
    void cache.invalidateQueries({ queryKey: studioKey });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      isDismissable={false}
      title={t('owners.dialog', { count })}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('owners.handOver')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      {owner ? (
        <p className={rows.tools}>
          {t('owners.newOwner')}: <strong dir="auto">{owner.name}</strong>
          <Button size="small" onPress={() => setOwner(undefined)}>
            {t('owners.another')}
          </Button>
        </p>
      ) : (
        <OwnerPicker
          label={t('owners.to')}
          onPick={(person) => {
            setOwner(person);
            setProblem(undefined);
          }}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className={sections.problem}>
          {problem}
        </p>
      )}
    </Dialog>
  );
}
