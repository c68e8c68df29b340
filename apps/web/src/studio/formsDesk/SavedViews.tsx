import { formDeskPath } from '@portico/contracts/forms';
import { deleteDeskView, MAX_VIEW_NAME, saveDeskView, type DeskView } from '@portico/contracts/studio/formsDesk';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { IconButton } from '@portico/ui/IconButton';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { PortalLink } from '../../kit/PortalLink.tsx';
import { t } from '../../locale/text.ts';
import { stringifySearch } from '../../routing/searchParams.ts';
import { reasonOf } from '../reasonOf.ts';
import { deskEntriesKey, type DeskQuery } from './formsDesk.queries.ts';
import styles from './formsDesk.module.css';

const UNDO_MS = 10_000;

interface SavedViewsProps {
  formId: string;
  views: readonly DeskView[];
  query: DeskQuery;
}

/** The caller's saved filters, each a link, and a button that saves the current ones. */
export function SavedViews({ formId, views, query }: SavedViewsProps) {
  const cache = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const current = stringifySearch({ ...query, after: undefined });
  const refresh = () => cache.invalidateQueries({ queryKey: deskEntriesKey });
  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      showToast(reasonOf(error), { type: 'error' });
      return false;
    } finally {
      void refresh();
    }
  };
  const save = (view: Pick<DeskView, 'name' | 'query'>) => call(saveDeskView, { params: { formId }, body: view });
  const remove = async ({ id, name, query: saved }: DeskView) => {
    if (!(await act(() => call(deleteDeskView, { params: { formId, viewId: id } })))) return;
    showToast(t('formsDesk.viewDeleted', { name }), {
      type: 'success',
      duration: UNDO_MS,
      action: { label: t('formsDesk.undo'), onPress: () => void act(() => save({ name, query: saved })) },
    });
  };
  return (
    <nav aria-label={t('formsDesk.views')} className={styles.tools} data-print="hidden">
      {views.map((view) => (
        <span key={view.id} className={styles.view}>
          <PortalLink
            href={`${formDeskPath(formId)}${view.query}`}
            aria-current={view.query === current ? 'page' : undefined}
          >
            {view.name}
          </PortalLink>
          <IconButton
            size="small"
            label={t('formsDesk.deleteView', { name: view.name })}
            icon={<X />}
            onPress={() => void remove(view)}
          />
        </span>
      ))}
      <Button size="small" onPress={() => setIsSaving(true)}>
        {t('formsDesk.saveView')}
      </Button>
      {isSaving && (
        <SaveViewDialog
          onSave={async (name) => {
            await save({ name, query: current });
            void refresh();
          }}
          onClose={() => setIsSaving(false)}
        />
      )}
    </nav>
  );
}

function SaveViewDialog({ onSave, onClose }: { onSave: (name: string) => Promise<void>; onClose: () => void }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [pending, setPending] = useState(false);
  const save = async () => {
    if (cleanText(name) === '') return setProblem(t('formsDesk.viewNeedsName'));
    setPending(true);
    try {
      await onSave(name);
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      size="small"
      onOpenChange={onClose}
      title={t('formsDesk.saveViewTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('formsDesk.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <TextField
        label={t('formsDesk.viewName')}
        help={t('formsDesk.saveViewHelp')}
        value={name}
        maxLength={MAX_VIEW_NAME}
        isRequired
        error={problem}
        onChange={setName}
      />
    </Dialog>
  );
}
