import { ActionMenu } from '@portico/ui/ActionMenu';
import { t } from '../../locale/text.ts';
import { commandKeys, commandLabel, commandNames, type CommandName } from './commands/commands.ts';
import { keyLabel } from './keyLabel.ts';

/** All commands for a component, with their keyboard shortcuts. */
export function BlockMenu({ onRun }: { onRun: (name: CommandName) => void }) {
  const actions = commandNames.map((name) => ({
    label: commandLabel(name),
    keys: commandKeys[name] && keyLabel(commandKeys[name]),
    onAction: () => onRun(name),
  }));
  return <ActionMenu size="small" label={t('studio.more')} actions={actions} />;
}
