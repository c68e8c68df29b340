import { IconButton } from '@portico/ui/IconButton';
import { Sheet } from '@portico/ui/Sheet';
import { useRouterState } from '@tanstack/react-router';
import SearchIcon from 'lucide-react/icons/search';
import { useRef, useState } from 'react';
import { t } from '../locale/text.ts';
import { PortalSearchBox } from './PortalSearchBox.tsx';
import { searchForTerm } from './searchAddress.ts';
import styles from './SearchBar.module.css';
import { searchShortcut, useSearchShortcut } from './useSearchShortcut.ts';

/** The search box of the top bar. It is cleared on the next page. */
export function SearchBar() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const [typed, setTyped] = useState({ text: '', path });
  const text = typed.path === path ? typed.text : '';
  return (
    <div className={styles.bar}>
      <PortalSearchBox term={text} onChange={(changed) => setTyped({ text: changed, path })} searchOf={searchForTerm} />
    </div>
  );
}

/** For narrow windows: a button that opens the search box full screen. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const button = useRef<HTMLButtonElement>(null);
  const change = (opens: boolean) => {
    setIsOpen(opens);
    if (!opens) setText('');
  };
  useSearchShortcut(button, () => change(true));
  return (
    <>
      <IconButton
        ref={button}
        label={t('shared.search')}
        icon={<SearchIcon aria-hidden="true" />}
        hasTooltip={false}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-keyshortcuts={searchShortcut().keys}
        onPress={() => change(true)}
      />
      <Sheet title={t('shared.search')} side="full" isOpen={isOpen} onOpenChange={change}>
        <div className={styles.sheet}>
          <PortalSearchBox
            term={text}
            onChange={setText}
            searchOf={searchForTerm}
            onDone={() => change(false)}
            isInline
            hasAutoFocus
          />
        </div>
      </Sheet>
    </>
  );
}
