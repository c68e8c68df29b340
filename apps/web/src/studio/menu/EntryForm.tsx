import { withFields } from '@portico/authoring/menu/menuTree';
import type { MenuItemKind, MenuItemStatus } from '@portico/contracts/menu';
import { MAX_MENU_NAME, type MenuEntry, type MenuTree } from '@portico/contracts/studio/menuDesk';
import { Button } from '@portico/ui/Button';
import { Select } from '@portico/ui/Select';
import { Switch } from '@portico/ui/Switch';
import { TextArea } from '@portico/ui/TextArea';
import { TextField } from '@portico/ui/TextField';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../locale/text.ts';
import { AudienceField } from '../audience/AudienceField.tsx';
import { LinkPicker } from '../pickers/LinkPicker.tsx';
import page from '../Sections.module.css';
import { completeHref } from '../text/links/linkCommands.ts';
import { IconField } from './IconField.tsx';
import styles from './EntryForm.module.css';
import { kindLabels, statusLabels } from './menuLabels.ts';
import type { MenuEditing } from './useMenuEditing.ts';

const choicesOf = <Value extends string>(labels: Record<Value, string>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value: value as Value, label }));

interface EntryFormProps {
  id: string;
  entry: MenuEntry;
  menu: MenuTree;
  onEdit: MenuEditing['edit'];
}

/** The fields of an entry. Each change is part of the edited menu at once. */
export function EntryForm({ id, entry, menu, onEdit }: EntryFormProps) {
  const [isPicking, setIsPicking] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (name.current?.value === '') name.current.focus();
  }, []);
  const change = (fields: Partial<MenuEntry>) =>
    onEdit(withFields(menu, entry.id, fields), `${entry.id} ${Object.keys(fields).join(' ')}`);
  const setAddress = (typed: string) => change({ pageLink: typed === '' ? null : typed });
  return (
    <div id={id} className={styles.form} role="group" aria-label={t('menuDesk.fieldsOf', { name: entry.name })}>
      <div className={page.fields}>
        <TextField
          label={t('menuDesk.name')}
          value={entry.name}
          maxLength={MAX_MENU_NAME}
          isRequired
          inputRef={name}
          onChange={(typed) => change({ name: typed })}
        />
        <Select<MenuItemKind>
          label={t('menuDesk.kind')}
          value={entry.kind}
          options={choicesOf(kindLabels())}
          onChange={(kind) => change({ kind })}
        />
        <Select<MenuItemStatus>
          label={t('menuDesk.status')}
          value={entry.status}
          options={choicesOf(statusLabels())}
          onChange={(status) => change({ status })}
        />
      </div>
      <div className={styles.address}>
        <TextField
          label={t('menuDesk.address')}
          help={t('menuDesk.addressHelp')}
          value={entry.pageLink ?? ''}
          maxLength={2048}
          onChange={setAddress}
          onBlur={() => setAddress(entry.pageLink === null ? '' : completeHref(entry.pageLink))}
        />
        <Button size="small" onPress={() => setIsPicking(true)}>
          {t('studio.textChooseLink')}
        </Button>
      </div>
      <Switch isSelected={entry.openInNewTab} onChange={(openInNewTab) => change({ openInNewTab })}>
        {t('menuDesk.newTab')}
      </Switch>
      {(entry.kind === 'ExternalLinkWithNestedLinks' || entry.nestedPagesLinks.length > 0) && (
        <TextArea
          label={t('menuDesk.nestedLinks')}
          help={t('menuDesk.nestedLinksHelp')}
          value={entry.nestedPagesLinks.join('\n')}
          rows={3}
          onChange={(typed) => change({ nestedPagesLinks: typed === '' ? [] : typed.split('\n') })}
          onBlur={() =>
            change({
              nestedPagesLinks: entry.nestedPagesLinks.map((path) => path.trim()).filter((path) => path !== ''),
            })
          }
        />
      )}
      <IconField name={entry.name} icon={entry.icon} onChange={(icon) => change({ icon })} />
      <AudienceField
        label={t('menuDesk.audience')}
        audience={entry}
        onChange={(fieldChange) => {
          if (fieldChange.name === 'audience') change({ audience: fieldChange.value });
          if (fieldChange.name === 'audienceRule') change({ audienceRule: fieldChange.value });
        }}
      />
      {isPicking && (
        <LinkPicker
          onDone={(href) => {
            setIsPicking(false);
            if (href !== undefined) change({ pageLink: href });
          }}
        />
      )}
    </div>
  );
}
