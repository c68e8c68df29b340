import { menuChanges } from '@portico/authoring/menu/menuChanges';
import { MAX_MENU_NOTE, publishMenu, type EditedMenu, type MenuTree } from '@portico/contracts/studio/menuDesk';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { menuQuery } from '../../api/frame.queries.ts';
import { call } from '../../api/call.ts';
import { t } from '../../locale/text.ts';
import { reasonOf } from '../reasonOf.ts';
import page from '../Sections.module.css';
import { editedMenuQuery } from './menuDesk.queries.ts';

interface PublishMenuDialogProps {
  published: EditedMenu;
  menu: MenuTree;
  onClose: () => void;
  onPublished: () => void;
}

/** Says what publishing changes for everyone, and publishes. */
export function PublishMenuDialog({ published, menu, onClose, onPublished }: PublishMenuDialogProps) {
  const cache = useQueryClient();
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const publish = async () => {
    setPending(true);
    setError(undefined);
    try {
      const now = await call(publishMenu, { body: { version: published.version, menu, note } });
      cache.setQueryData(editedMenuQuery().queryKey, now);
      void cache.invalidateQueries({ queryKey: menuQuery().queryKey });
      onPublished();
      showToast(t('menuDesk.saidPublished'), { type: 'success' });
      onClose();
    } catch (failure) {
      setError(reasonOf(failure));
      // Shows who published meanwhile.
      void cache.invalidateQueries({ queryKey: editedMenuQuery().queryKey });
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('menuDesk.publishTitle')}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void publish()}>
            {t('menuDesk.publishNow')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={page.section}>
        <Changes published={published.menu} menu={menu} />
        <TextField label={t('menuDesk.note')} value={note} maxLength={MAX_MENU_NOTE} onChange={setNote} />
        {error !== undefined && (
          <p role="alert" className={page.problem}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function Changes({ published, menu }: { published: MenuTree; menu: MenuTree }) {
  const { added, removed, moved, changed, isLogoChanged } = menuChanges(published, menu);
  const parts = [
    { label: t('menuDesk.added'), names: added },
    { label: t('menuDesk.removed'), names: removed },
    { label: t('menuDesk.moved'), names: moved },
    { label: t('menuDesk.changed'), names: changed },
  ].filter(({ names }) => names.length > 0);
  return (
    <dl className={page.section}>
      {parts.map(({ label, names }) => (
        <div key={label}>
          <dt>{label}</dt>
          {names.map((name, index) => (
            <dd key={`${index} ${name}`}>{name}</dd>
          ))}
        </div>
      ))}
      {isLogoChanged && (
        <div>
          <dt>{t('menuDesk.logo')}</dt>
          <dd>{menu.intranetUrl ?? t('menuDesk.noLogo')}</dd>
        </div>
      )}
    </dl>
  );
}
