import { IconButton } from '@portico/ui/IconButton';
import { useDismiss } from '@portico/ui/useDismiss';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../../locale/text.ts';
import styles from './Canvas.module.css';
import { commandKeys, commandLabel, commandNames, type CommandName } from './commands/commands.ts';
import { keyLabel } from './keyLabel.ts';

/** Everything that can be done with a component, with its keys. */
export function BlockMenu({ onRun }: { onRun: (name: CommandName) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();
  useDismiss(menu, isOpen, () => setIsOpen(false));
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])];
    const index = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    items.at(next % items.length)?.focus();
  };
  return (
    <div ref={menu} role="presentation" className={styles.menu} onKeyDown={onKeyDown}>
      <IconButton
        size="small"
        label={t('studio.more')}
        icon={<Ellipsis />}
        aria-expanded={isOpen}
        aria-haspopup="menu"
        aria-controls={isOpen ? id : undefined}
        onPress={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div id={id} role="menu" aria-label={t('studio.more')} className={styles.menuPanel}>
          {commandNames.map((name, index) => (
            <button
              key={name}
              type="button"
              role="menuitem"
              className={styles.menuItem}
              ref={index === 0 ? (element) => element?.focus() : undefined}
              onClick={() => {
                setIsOpen(false);
                onRun(name);
              }}
            >
              {commandLabel(name)}
              {commandKeys[name] && <kbd className={styles.key}>{keyLabel(commandKeys[name])}</kbd>}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
