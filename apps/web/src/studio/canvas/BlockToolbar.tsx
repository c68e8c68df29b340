import type { ContentComponent } from '@portico/kinds/content';
import type { Place } from '@portico/contracts/studio/draft';
import { ActionMenu } from '@portico/ui/ActionMenu';
import { IconButton } from '@portico/ui/IconButton';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Plus from 'lucide-react/icons/plus';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Trash2 from 'lucide-react/icons/trash-2';
import { t } from '../../locale/text.ts';
import { componentLabel } from '../componentKinds.ts';
import styles from './Canvas.module.css';
import { useActions } from './commands/CanvasContext.ts';
import { useBlockCommands } from './commands/useBlockCommands.ts';
import { commandKeys, commandLabel, commandNames, type CommandName } from './commands/commands.ts';
import { keyLabel } from './keyLabel.ts';

/** The toolbar above the selected component. */
export function BlockToolbar({ component, place }: { component: ContentComponent; place: Place }) {
  const { startDrag, openInsertMenu, openProperties } = useActions();
  const run = useBlockCommands();
  const size = 'small';
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={t('studio.blockToolbar')} contentEditable={false}>
      <span
        className={styles.handle}
        aria-hidden="true"
        title={t('studio.drag')}
        onPointerDown={(event) => startDrag(component.id, event.nativeEvent)}
      >
        <GripVertical />
        {componentLabel(component.type)}
      </span>
      <IconButton size={size} label={t('studio.moveUp')} icon={<ArrowUp />} onPress={() => run('moveUp')} />
      <IconButton size={size} label={t('studio.moveDown')} icon={<ArrowDown />} onPress={() => run('moveDown')} />
      <IconButton
        size={size}
        label={t('studio.insertAfter')}
        icon={<Plus />}
        onPress={(event) =>
          openInsertMenu({ ...place, after: component.id }, event.currentTarget.getBoundingClientRect())
        }
      />
      <IconButton
        size={size}
        label={t('studio.panelproperties')}
        icon={<SlidersHorizontal />}
        aria-keyshortcuts="Alt+Enter"
        onPress={openProperties}
      />
      <IconButton size={size} label={t('studio.remove')} icon={<Trash2 />} onPress={() => run('remove')} />
      <BlockMenu onRun={run} />
    </div>
  );
}

/** All commands for a component, with their keyboard shortcuts. */
function BlockMenu({ onRun }: { onRun: (name: CommandName) => void }) {
  const actions = commandNames.map((name) => ({
    label: commandLabel(name),
    keys: commandKeys[name] && keyLabel(commandKeys[name]),
    onAction: () => onRun(name),
  }));
  return <ActionMenu size="small" label={t('studio.more')} actions={actions} />;
}
