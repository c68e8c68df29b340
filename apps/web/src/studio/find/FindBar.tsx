import { findMatches, replaceMatches, type Match, type Query } from '@portico/authoring/texts/findReplace';
import { Button } from '@portico/ui/Button';
import { Checkbox } from '@portico/ui/ChoiceList';
import { IconButton } from '@portico/ui/IconButton';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import X from 'lucide-react/icons/x';
import { useDeferredValue, useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react';
import { t } from '../../locale/text.ts';
import type { DraftSession } from '../session/draftSession.ts';
import type { SessionState } from '../session/sessionState.ts';
import styles from './FindBar.module.css';
import { markMatches } from './markMatches.ts';

interface FindBarProps {
  session: DraftSession;
  state: SessionState;
  /** Called with the component of the current match, to continue there. */
  onClose: (key: string | null) => void;
}

/** Finds and replaces text anywhere in an item; each replacement is one undo step. */
export function FindBar({ session, state, onClose }: FindBarProps) {
  const [query, setQuery] = useState<Query>({ text: '', isExact: false, isWholeWord: false });
  const [replacement, setReplacement] = useState('');
  const [index, setIndex] = useState(0);
  const [message, setMessage] = useState('');
  const draft = useDeferredValue(state.view);
  const matches = useMemo(() => findMatches(draft, query), [draft, query]);
  const position = matches.length === 0 ? 0 : index % matches.length;
  const match = matches[position];
  useEffect(() => markMatches(query, match), [query, match]);

  const updateQuery = (next: Partial<Query>) => {
    setQuery({ ...query, ...next });
    setIndex(0);
    setMessage('');
  };
  const moveBy = (step: 1 | -1) => {
    setIndex((position + step + matches.length) % Math.max(1, matches.length));
    setMessage('');
  };
  const replace = (only?: Match) => {
    const view = session.getState()?.view;
    if (!view || matches.length === 0) return;
    session.edit(replaceMatches(view, query, replacement, only));
    setMessage(t('studio.findReplaced', { count: only ? 1 : matches.length }));
    // The next match has moved up to this position, unless the replacement itself matches.
    if (only && findMatches(session.getState()!.view, query).length === matches.length) moveBy(1);
  };
  const close = () => {
    const key = match?.key ?? null;
    onClose(key?.startsWith('field:') ? null : key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && event.target.type !== 'checkbox')
      onEnter(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onEnter = ({ target, shiftKey }: KeyboardEvent) => {
    if ((target as HTMLElement).dataset['find'] === 'replacement') replace(match);
    else moveBy(shiftKey ? -1 : 1);
  };
  return (
    <section role="search" aria-label={t('studio.find')} className={styles.bar} onKeyDown={onKeyDown}>
      <FindInput label={t('studio.findWords')} value={query.text} isFirst onChange={(text) => updateQuery({ text })} />
      <FindInput label={t('studio.findReplacement')} value={replacement} onChange={setReplacement} />
      <div className={styles.choices}>
        <Checkbox
          label={t('studio.findCase')}
          isChecked={query.isExact}
          onChange={(isExact) => updateQuery({ isExact })}
        />
        <Checkbox
          label={t('studio.findWholeWord')}
          isChecked={query.isWholeWord}
          onChange={(isWholeWord) => updateQuery({ isWholeWord })}
        />
      </div>
      <div className={styles.actions}>
        <IconButton
          label={t('studio.findPrevious')}
          icon={<ChevronUp />}
          isDisabled={matches.length === 0}
          onPress={() => moveBy(-1)}
        />
        <IconButton
          label={t('studio.findNext')}
          icon={<ChevronDown />}
          isDisabled={matches.length === 0}
          onPress={() => moveBy(1)}
        />
        <Button size="small" isDisabled={!match} onPress={() => replace(match)}>
          {t('studio.findReplace')}
        </Button>
        <Button size="small" isDisabled={!match} onPress={() => replace()}>
          {t('studio.findReplaceAll')}
        </Button>
        <IconButton label={t('studio.findClose')} icon={<X />} onPress={close} />
      </div>
      <p role="status" className={styles.status}>
        {message !== '' && <span>{message} </span>}
        {query.text !== '' &&
          (match ? <Found match={match} position={position} count={matches.length} /> : t('studio.findNone'))}
      </p>
    </section>
  );
}

/** The position of the current match, with the text around it. */
function Found({ match, position, count }: { match: Match; position: number; count: number }) {
  return (
    <>
      <span>{t('studio.findPosition', { position: position + 1, count })}: </span>
      <span className={styles.words}>
        {match.before}
        <mark>{match.found}</mark>
        {match.after}
      </span>
    </>
  );
}

function FindInput({
  label,
  value,
  isFirst = false,
  onChange,
}: {
  label: string;
  value: string;
  isFirst?: boolean;
  onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={styles.input}
        value={value}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        data-find={isFirst ? 'words' : 'replacement'}
        ref={isFirst ? focusOnce : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** Focuses the input as soon as the bar opens. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus();
