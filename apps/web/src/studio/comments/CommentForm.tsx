import { ApiError } from '@portico/client/ApiError';
import { MAX_COMMENT, type Mentionable } from '@portico/contracts/studio/comments';
import { hasVisibleText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { classes } from '@portico/ui/classes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../locale/text.ts';
import { Field } from '../controls/Field.tsx';
import field from '../controls/Field.module.css';
import styles from './Comments.module.css';
import { threadsQuery, type NewComment } from './comments.queries.ts';
import { emptyComment, readMentions, suggestMentions, withMention, withText } from './mentions.ts';
import { useUnsentComment } from './useUnsentComment.ts';

interface CommentFormProps {
  label: string;
  sendLabel: string;
  itemId: string;
  /** Key under which the browser stores the draft until it is sent. */
  storageKey: string;
  mentionable: readonly Mentionable[];
  onSend: (comment: NewComment) => Promise<void>;
  hasFocus?: boolean;
}

/**
 * A form for a new comment. Typing "@" and the start of a name suggests people to mention; they are notified. It says
 * which names after "@" notify nobody.
 */
export function CommentForm(props: CommentFormProps) {
  const { label, sendLabel, itemId, storageKey, mentionable, onSend, hasFocus = false } = props;
  const id = useId();
  const cache = useQueryClient();
  const [draft, setDraft] = useUnsentComment(storageKey);
  const { text } = draft;
  const [caret, setCaret] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<string>();
  const area = useRef<HTMLTextAreaElement>(null);
  const suggestionBar = useRef<HTMLDivElement>(null);
  const suggestions = suggestMentions(draft, caret, mentionable);
  const { ids: mentions, unclear } = readMentions(draft, mentionable);
  useEffect(() => {
    if (hasFocus) area.current?.focus();
  }, [hasFocus]);
  const choose = (person: Mentionable) => {
    const next = withMention(draft, caret, person);
    // Letters typed right afterwards must not find the caret elsewhere.
    flushSync(() => {
      setDraft(next.draft);
      setCaret(next.caret);
    });
    area.current?.focus();
    area.current?.setSelectionRange(next.caret, next.caret);
  };
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!hasVisibleText(text)) return;
    setIsSending(true);
    setError(undefined);
    try {
      await onSend({ text, mentions });
      setDraft(emptyComment);
      setCaret(0);
      await cache.invalidateQueries({ queryKey: threadsQuery(itemId).queryKey });
    } catch (failure) {
      setError(failure instanceof ApiError ? failure.detail : t('shared.tryAgainSentence'));
    } finally {
      setIsSending(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && suggestions.length > 0) {
      event.preventDefault();
      suggestionBar.current?.querySelector('button')?.focus();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event);
  };
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <Field id={id} label={label} help={t('studio.commentHelp')}>
        <textarea
          ref={area}
          id={id}
          rows={3}
          className={field.control}
          value={text}
          maxLength={MAX_COMMENT}
          aria-describedby={`${id}-help`}
          onChange={(event) => {
            setDraft(withText(draft, event.target.value));
            setCaret(event.target.selectionStart);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {suggestions.length > 0 && (
        <div
          ref={suggestionBar}
          role="group"
          aria-label={t('studio.mention')}
          className={styles.offers}
          onKeyDown={(event) => {
            if (event.key === 'Escape') area.current?.focus();
          }}
        >
          {suggestions.map((person) => (
            <Button key={person.id} size="small" onPress={() => choose(person)}>
              @{person.name}
              {hasNamesake(person, mentionable) && person.email !== null && ` (${person.email})`}
            </Button>
          ))}
        </div>
      )}
      <p role="status" className={classes(styles.facts, styles.status)}>
        {suggestions.length === 0 &&
          unclear.length > 0 &&
          t('studio.mentionUnclear', { count: unclear.length, names: unclear.map((name) => `@${name}`).join(', ') })}
      </p>
      <Button type="submit" size="small" variant="primary" pending={isSending} isDisabled={!hasVisibleText(text)}>
        {sendLabel}
      </Button>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </form>
  );
}

const hasNamesake = ({ id, name }: Mentionable, people: readonly Mentionable[]): boolean =>
  people.some((other) => other.id !== id && other.name === name);
