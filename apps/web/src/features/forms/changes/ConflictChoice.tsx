import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { SavedEntry } from '@portico/contracts/forms';
import { Button } from '@portico/ui/Button';
import { showToast } from '@portico/ui/toasts';
import { useEffect, useId, useRef, useState } from 'react';
import { PortalLink } from '../../../kit/PortalLink.tsx';
import styles from './ConflictChoice.module.css';
import type { Conflict, EntrySession, EntryState } from '../session/entryState.ts';
import { differingAliases, valueFields, valueLabel } from '../entryAnswers.ts';
import { FormChangeList } from './FormChangeList.tsx';
import { savedLabel } from '../status/SaveStatus.tsx';
import { t } from '../../../locale/text.ts';

type Side = 'here' | 'there';

interface ConflictChoiceProps {
  conflict: Conflict;
  state: EntryState;
  session: EntrySession;
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

const UNDO_MS = 10_000;

/**
 * Shows the answers in this browser next to those that another device saved. Nothing is overwritten until the person
 * chooses, and the choice can be undone.
 */
export function ConflictChoice({ conflict: { theirs, theirForm }, ...rest }: ConflictChoiceProps) {
  return theirs ? <TwoVersions {...rest} theirs={theirs} theirForm={theirForm} /> : <OneVersion {...rest} />;
}

/** Takes the focus on mount, because the form that had it is gone. */
function Title({ level, children }: { level: number; children: string }) {
  const Heading = `h${level}` as 'h3';
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Heading ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </Heading>
  );
}

/** What was saved no longer exists. */
function OneVersion({ state, session, headingLevel }: Omit<ConflictChoiceProps, 'conflict'>) {
  return (
    <div className={styles.choice}>
      <Title level={headingLevel}>{t('forms.goneTitle')}</Title>
      <p>
        {t('forms.goneNote')} <PortalLink href="/forms/entries">{t('forms.seeWhatArrived')}</PortalLink>.{' '}
        {t('forms.goneChoice')}
      </p>
      <div className={styles.actions}>
        <Button variant="primary" onPress={() => session.resolve(state.values, state.files)}>
          {t('forms.continueHere')}
        </Button>
        <Button variant="quiet" onPress={() => void session.discard().catch(() => undefined)}>
          {t('forms.discardHere')}
        </Button>
      </div>
    </div>
  );
}

function TwoVersions({
  theirs,
  theirForm,
  state,
  session,
  headingLevel,
}: Omit<ConflictChoiceProps, 'conflict'> & Omit<Conflict, 'theirs'> & { theirs: SavedEntry }) {
  const isNewer = theirs.formVersion > state.formVersion;
  // The entry continues in the later version of the form.
  const form = isNewer ? theirForm : state.form;
  const differing = new Set(differingAliases(state.values, theirs.values));
  const fields = valueFields(form).filter(({ alias }) => differing.has(alias));
  const files = [...state.files, ...theirs.files];
  const [chosen, setChosen] = useState<Record<string, Side>>(() =>
    Object.fromEntries(
      fields.flatMap(({ alias }) => {
        const [here, there] = [valueAt(state.values, alias), valueAt(theirs.values, alias)];
        return isEmptyValue(here) !== isEmptyValue(there) ? [[alias, isEmptyValue(here) ? 'there' : 'here']] : [];
      }),
    ),
  );
  const open = fields.filter(({ alias }) => !(alias in chosen));
  const all = (side: Side) => setChosen(Object.fromEntries(fields.map(({ alias }) => [alias, side])));
  const keepChoice = () => {
    const values = Object.fromEntries(
      valueFields(form).flatMap(({ alias }) => {
        const value = valueAt(chosen[alias] === 'there' ? theirs.values : state.values, alias);
        return value === undefined ? [] : [[alias, value]];
      }),
    );
    const undo = session.resolve(values, files);
    showToast(t('forms.choiceSaved'), { duration: UNDO_MS, action: { label: t('forms.chooseAgain'), onPress: undo } });
  };
  return (
    <div className={styles.choice}>
      <Title level={headingLevel}>{t('forms.conflictTitle')}</Title>
      <p>{t('forms.answersDiffer', { count: fields.length })}</p>
      {state.formVersion !== theirs.formVersion && (
        <FormChangeList
          before={isNewer ? state.form : theirForm}
          after={form}
          values={isNewer ? state.values : theirs.values}
          files={files}
        />
      )}
      <div className={styles.actions}>
        <Button size="small" onPress={() => all('here')}>
          {t('forms.keepAllHere')}
        </Button>
        <Button size="small" onPress={() => all('there')}>
          {t('forms.keepAllThere')}
        </Button>
      </div>
      {fields.map((field) => (
        <Comparison
          key={field.alias}
          label={field.label}
          chosen={chosen[field.alias]}
          onChoose={(side) => setChosen({ ...chosen, [field.alias]: side })}
          otherLabel={savedLabel(theirs.savedAt, new Date())}
          here={valueLabel(field, valueAt(state.values, field.alias), files)}
          there={valueLabel(field, valueAt(theirs.values, field.alias), files)}
        />
      ))}
      <div className={styles.actions}>
        <Button variant="primary" isDisabled={open.length > 0} onPress={keepChoice}>
          {t('forms.continue')}
        </Button>
        <p role="status" className={styles.open}>
          {open.length > 0 && t('forms.choicesOpen', { count: open.length })}
        </p>
      </div>
    </div>
  );
}

function Comparison({
  label,
  here,
  there,
  otherLabel,
  chosen,
  onChoose,
}: {
  label: string;
  here: string | undefined;
  there: string | undefined;
  otherLabel: string;
  chosen: Side | undefined;
  onChoose: (side: Side) => void;
}) {
  const name = useId();
  const option = (side: Side, origin: string, value: string | undefined) => (
    <label className={styles.version}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        checked={chosen === side}
        onChange={() => onChoose(side)}
      />
      <span className={styles.origin}>{origin}</span>
      <span className={styles.value} data-empty={value === undefined || undefined}>
        {value ?? t('forms.nothingEntered')}
      </span>
    </label>
  );
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.versions}>
        {option('here', t('forms.here'), here)}
        {option(
          'there',
          t('forms.otherDevice', { saved: `${otherLabel.charAt(0).toLowerCase()}${otherLabel.slice(1)}` }),
          there,
        )}
      </div>
    </fieldset>
  );
}
