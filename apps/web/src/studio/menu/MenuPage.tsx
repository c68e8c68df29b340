import { menuProblems } from '@portico/authoring/menu/menuProblems';
import { findEntry, withEntry, type MenuPlacement } from '@portico/authoring/menu/menuTree';
import type { PersonSummary } from '@portico/contracts/studio/audience';
import type { EditedMenu, MenuTree } from '@portico/contracts/studio/menuDesk';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { Skeleton } from '@portico/ui/Skeleton';
import { TextField } from '@portico/ui/TextField';
import { showToast } from '@portico/ui/toasts';
import { useQuery } from '@tanstack/react-query';
import Redo from 'lucide-react/icons/redo-2';
import Undo from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { PageHeading } from '../../kit/PageHeading.tsx';
import { t } from '../../locale/text.ts';
import { PersonPicker } from '../audience/PersonPicker.tsx';
import { useLeaveWarning } from '../controls/useLeaveWarning.ts';
import page from '../Sections.module.css';
import { StudioNav } from '../StudioNav.tsx';
import { MenuEntries } from './MenuEntries.tsx';
import { MenuHistory } from './MenuHistory.tsx';
import { editedMenuQuery, menuPreviewQuery } from './menuDesk.queries.ts';
import { problemSentence } from './menuLabels.ts';
import styles from './MenuPage.module.css';
import { newEntry } from './newEntry.ts';
import { PublishMenuDialog } from './PublishMenuDialog.tsx';
import { useMenuEditing, type MenuEditing } from './useMenuEditing.ts';
import { useUndoKeys } from './useUndoKeys.ts';

/** The menu of the sidebar, for administrators of the whole studio. */
export function Page() {
  const { data } = useQuery(editedMenuQuery());
  return (
    <div className={page.page}>
      <PageHeading title={t('studio.menu')} />
      <StudioNav current="/studio/menu" />
      <p className={page.lead}>{t('menuDesk.lead')}</p>
      {data ? <MenuDesk published={data} /> : <Skeleton shape="box" height="24rem" />}
    </div>
  );
}

function MenuDesk({ published }: { published: EditedMenu }) {
  const editing = useMenuEditing(published);
  const { menu, isEdited, edit } = editing;
  const [openId, setOpenId] = useState<string>();
  const [isPublishing, setIsPublishing] = useState(false);
  const [isShowingVersions, setIsShowingVersions] = useState(false);
  const [person, setPerson] = useState<PersonSummary>();
  const { data: preview } = useQuery({
    ...menuPreviewQuery(menu, person?.id ?? ''),
    enabled: person !== undefined,
  });
  const shown = person && preview ? new Set(preview.shown) : undefined;
  const problems = menuProblems(menu);
  const ofWholeMenu = problems.filter(({ entryId }) => entryId === null);
  useLeaveWarning(isEdited);
  useUndoKeys(editing);
  const add = (placement: MenuPlacement) => {
    const entry = newEntry();
    edit(withEntry(menu, entry, { placement, parentId: null, index: menu[placement].length }));
    setOpenId(entry.id);
  };
  const lists = { menu, problems, shown, openId, onOpen: setOpenId, onEdit: edit };
  return (
    <>
      {editing.isOutdated && <OutdatedNotice published={published} editing={editing} />}
      {ofWholeMenu.map(({ problem }) => (
        <p key={problem} role="alert" className={page.problem}>
          {problemSentence(problem)}
        </p>
      ))}
      <Preview person={person} onPick={setPerson} />
      <section className={page.section} aria-labelledby="menu-sidebar">
        <h2 id="menu-sidebar" className={page.subtitle}>
          {t('menuDesk.sidebar')}
        </h2>
        <MenuEntries placement="menuItems" label={t('menuDesk.sidebar')} {...lists} />
        <div>
          <Button onPress={() => add('menuItems')}>{t('menuDesk.addEntry')}</Button>
        </div>
      </section>
      <section className={page.section} aria-labelledby="menu-avatar">
        <h2 id="menu-avatar" className={page.subtitle}>
          {t('menuDesk.avatarMenu')}
        </h2>
        <p className={page.lead}>{t('menuDesk.avatarMenuHelp')}</p>
        <MenuEntries placement="avatarMenuItems" label={t('menuDesk.avatarMenu')} {...lists} />
        <div>
          <Button onPress={() => add('avatarMenuItems')}>{t('menuDesk.addAvatarEntry')}</Button>
        </div>
      </section>
      <LogoField menu={menu} onEdit={edit} />
      <DeskTools
        editing={editing}
        canPublish={isEdited && !editing.isOutdated}
        onPublish={() => {
          const wrong = problems[0];
          if (!wrong) return setIsPublishing(true);
          showToast(problemSentence(wrong.problem), { type: 'error' });
          if (wrong.entryId === null) return undefined;
          setOpenId(wrong.entryId);
          return document.querySelector<HTMLElement>(`[data-entry="${wrong.entryId}"] [data-opener]`)?.focus();
        }}
        onShowVersions={() => setIsShowingVersions(true)}
      />
      {isPublishing && (
        <PublishMenuDialog
          published={published}
          menu={menu}
          onClose={() => setIsPublishing(false)}
          onPublished={editing.discard}
        />
      )}
      {isShowingVersions && (
        <MenuHistory
          current={published.version}
          onClose={() => setIsShowingVersions(false)}
          onRestore={(restored) => {
            edit(restored);
            setOpenId((id) => (id !== undefined && findEntry(restored, id) ? id : undefined));
          }}
        />
      )}
    </>
  );
}

interface DeskToolsProps {
  editing: MenuEditing;
  canPublish: boolean;
  onPublish: () => void;
  onShowVersions: () => void;
}

function DeskTools({ editing, canPublish, onPublish, onShowVersions }: DeskToolsProps) {
  const { isEdited, canUndo, canRedo, undo, redo, discard, edit, menu } = editing;
  const discardAll = () => {
    discard();
    showToast(t('menuDesk.saidDiscarded'), {
      action: { label: t('menuDesk.undo'), onPress: () => edit(menu) },
    });
  };
  return (
    <div className={page.selection}>
      <Button variant="primary" isDisabled={!canPublish} onPress={onPublish}>
        {t('menuDesk.publish')}
      </Button>
      <Button isDisabled={!isEdited} onPress={discardAll}>
        {t('menuDesk.discard')}
      </Button>
      <IconButton label={t('menuDesk.undo')} icon={<Undo />} isDisabled={!canUndo} onPress={undo} />
      <IconButton label={t('menuDesk.redo')} icon={<Redo />} isDisabled={!canRedo} onPress={redo} />
      <Button onPress={onShowVersions}>{t('menuDesk.versions')}</Button>
      <p role="status" className={styles.state}>
        {isEdited ? t('menuDesk.edited') : t('menuDesk.notEdited')}
      </p>
    </div>
  );
}

/** Somebody else published while this editor had changes. */
function OutdatedNotice({ published, editing }: { published: EditedMenu; editing: MenuEditing }) {
  return (
    <div role="alert" className={styles.outdated}>
      <p>
        {published.publishedBy === null
          ? t('menuDesk.outdatedByImport')
          : t('menuDesk.outdatedBy', { name: published.publishedBy })}
      </p>
      <div className={styles.tools}>
        <Button onPress={editing.keep}>{t('menuDesk.keepMine')}</Button>
        <Button onPress={editing.discard}>{t('menuDesk.takeTheirs')}</Button>
      </div>
    </div>
  );
}

function Preview({
  person,
  onPick,
}: {
  person: PersonSummary | undefined;
  onPick: (person: PersonSummary | undefined) => void;
}) {
  return (
    <div className={styles.preview}>
      {person ? (
        <div className={styles.tools}>
          <p role="status">{t('menuDesk.previewing', { name: person.name })}</p>
          <Button size="small" onPress={() => onPick(undefined)}>
            {t('menuDesk.endPreview')}
          </Button>
        </div>
      ) : (
        <PersonPicker label={t('menuDesk.previewAs')} onPick={onPick} />
      )}
    </div>
  );
}

function LogoField({ menu, onEdit }: { menu: MenuTree; onEdit: MenuEditing['edit'] }) {
  return (
    <TextField
      label={t('menuDesk.logo')}
      help={t('menuDesk.logoHelp')}
      value={menu.intranetUrl ?? ''}
      maxLength={2048}
      onChange={(typed) => onEdit({ ...menu, intranetUrl: typed.trim() === '' ? null : typed.trim() }, 'logo')}
    />
  );
}
