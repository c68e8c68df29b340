import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { t, type TextKey } from '../../locale/text.ts';
import { commandKeys, commandLabel, commandNames } from '../canvas/commands/commands.ts';
import { keyLabel } from '../canvas/keyLabel.ts';
import styles from './KeysSheet.module.css';

type Row = readonly [label: string, keys: string];

const rows = (list: ReadonlyArray<readonly [TextKey, string]>): Row[] => list.map(([label, keys]) => [t(label), keys]);

const everywhere = () =>
  rows([
    ['studio.undo', 'Mod+Z'],
    ['studio.redo', 'Mod+Shift+Z'],
    ['studio.find', 'Mod+F'],
    ['studio.keys', 'Mod+/'],
    ['studio.keyNextRegion', 'F6'],
    ['studio.keyPreviousRegion', 'Shift+F6'],
    ['studio.keyMessage', 'F8'],
    ['studio.keyProperties', 'Alt+Enter'],
    ['studio.keyFromProperties', 'Esc'],
  ]);

const inText = () =>
  rows([
    ['studio.keyInsert', '/'],
    ['studio.keyBold', 'Mod+B'],
    ['studio.keyItalic', 'Mod+I'],
    ['studio.keyStrike', 'Mod+Shift+X'],
    ['studio.keyCode', 'Mod+E'],
    ['studio.keyLink', 'Mod+K'],
    ['studio.keyToolbar', 'Alt+F10'],
    ['studio.keyBreak', 'Shift+Enter'],
    ['studio.keyIndent', 'Tab'],
    ['studio.keyOutdent', 'Shift+Tab'],
    ['studio.keyToComponent', 'Esc'],
  ]);

const onComponent = (): Row[] => [
  ...rows([
    ['studio.keyWrite', 'Enter'],
    ['studio.keyInsertAfter', '/'],
    ['studio.keySelect', '↑ ↓'],
    ['studio.keySelectMore', 'Shift+↑ ↓'],
    ['studio.keySelectNone', 'Esc'],
  ]),
  ...commandNames.flatMap((name): Row[] => {
    const keys = commandKeys[name];
    return keys === undefined ? [] : [[commandLabel(name), keys]];
  }),
  ...rows([['studio.keyPaste', 'Mod+V']]),
];

/** All keyboard shortcuts of the editor. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      isDismissable
      size="large"
      title={t('studio.keys')}
      actions={<Button onPress={onClose}>{t('studio.close')}</Button>}
    >
      <div className={styles.groups}>
        <Keys title={t('studio.keysEverywhere')} list={everywhere()} />
        <Keys title={t('studio.keysInText')} list={inText()} />
        <Keys title={t('studio.keysOnComponent')} list={onComponent()} />
      </div>
    </Dialog>
  );
}

function Keys({ title, list }: { title: string; list: readonly Row[] }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.keys}>
        {list.map(([label, keys]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              <kbd className={styles.key}>{keyLabel(keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
