import {
  ActingScope,
  findDelegates,
  type Delegation,
  type DelegateCandidate,
  type DelegationTerms,
} from '@portico/contracts/acting';
import { DAY_MS } from '@portico/contracts/durations';
import { ApiError } from '@portico/client/ApiError';
import { cleanText } from '@portico/kinds/typedText';
import { Button } from '@portico/ui/Button';
import { CheckboxGroup } from '@portico/ui/ChoiceList';
import { DateInput } from '@portico/ui/DateInput';
import { Dialog } from '@portico/ui/Dialog';
import { TextInput } from '@portico/ui/TextInput';
import { showToast } from '@portico/ui/toasts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { query } from '../../api/query.ts';
import { t } from '../../locale/text.ts';
import { scopeTexts } from './delegationLabels.ts';
import styles from './DelegationDialog.module.css';

/** How long a right is given for, unless another day is chosen. */
const USUAL_DAYS = 90;

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

interface DelegationDialogProps {
  /** The current day of the firm. */
  today: string;
  /** The right to change; a new one without it. */
  delegation: Delegation | undefined;
  /** Also asks who is acted for, instead of the user. */
  isForOthers?: boolean;
  onSave: (input: DelegationTerms & { personId: string; delegateId: string }) => Promise<Delegation>;
  onClose: () => void;
}

interface Problems {
  principal?: string;
  person?: string;
  scopes?: string;
  until?: string;
  other?: string;
}

/** Lets somebody act for the user, or for somebody else: who, what, and until when. */
export function DelegationDialog({ today, delegation, isForOthers = false, onSave, onClose }: DelegationDialogProps) {
  const cache = useQueryClient();
  const [principal, setPrincipal] = useState<DelegateCandidate | undefined>(delegation?.person);
  const [person, setPerson] = useState<DelegateCandidate | undefined>(delegation?.delegate);
  const [scopes, setScopes] = useState<string[]>(delegation?.scopes ?? []);
  const [from, setFrom] = useState(delegation?.from ?? today);
  const [until, setUntil] = useState(delegation?.until ?? daysAfter(today, USUAL_DAYS));
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const save = async () => {
    const found: Problems = {
      ...(principal || !isForOthers ? {} : { principal: t('acting.choosePerson') }),
      ...(person ? {} : { person: t('acting.choosePerson') }),
      ...(scopes.length > 0 ? {} : { scopes: t('acting.chooseScope') }),
      ...(from !== '' && until !== '' ? {} : { until: t('acting.chooseDays') }),
    };
    setProblems(found);
    if (!person || Object.keys(found).length > 0) return;
    setPending(true);
    try {
      const terms = { scopes: scopes as ActingScope[], from, until };
      const { delegate } = await onSave({ ...terms, delegateId: person.id, personId: principal?.id ?? '' });
      const saved =
        principal && isForOthers
          ? t('acting.savedFor', { name: delegate.name, person: principal.name })
          : t('acting.saved', { name: delegate.name });
      showToast(saved, { type: 'success' });
      onClose();
    } catch (error) {
      const detail = error instanceof ApiError ? error.detail : t('acting.failed');
      const isAboutDays = error instanceof ApiError && error.issues?.some(({ path }) => path === 'body.until');
      setProblems(isAboutDays ? { until: detail } : { other: detail });
      setPending(false);
    } finally {
      for (const area of ['acting', 'admin']) void cache.invalidateQueries({ queryKey: [area] });
    }
  };
  return (
    <Dialog
      isOpen
      size="large"
      onOpenChange={onClose}
      title={t(isForOthers ? 'acting.dialogForTitle' : 'acting.dialogTitle')}
      isDismissable={false}
      actions={
        <>
          <Button variant="primary" pending={pending} onPress={() => void save()}>
            {t('acting.save')}
          </Button>
          <Button onPress={onClose}>{t('shared.cancel')}</Button>
        </>
      }
    >
      <div className={styles.fields}>
        {isForOthers && (
          <ChosenPerson
            label={t('acting.principal')}
            person={principal}
            isFixed={delegation !== undefined}
            problem={problems.principal}
            onChange={setPrincipal}
          />
        )}
        <ChosenPerson
          label={t('acting.person')}
          person={person}
          isFixed={delegation !== undefined}
          problem={problems.person}
          onChange={setPerson}
        />
        <CheckboxGroup
          label={t('acting.mayDo')}
          help={t('acting.mayDoHelp')}
          error={problems.scopes}
          options={ActingScope.options.map((value) => ({
            value,
            label: `${t(scopeTexts[value].label)}: ${t(scopeTexts[value].help)}`,
          }))}
          values={scopes}
          onChange={setScopes}
        />
        <div className={styles.days}>
          <DateInput label={t('acting.from')} isRequired value={from} onChange={setFrom} />
          <DateInput
            label={t('acting.untilDay')}
            help={t('acting.untilHelp')}
            isRequired
            min={today}
            error={problems.until}
            value={until}
            onChange={setUntil}
          />
        </div>
        {problems.other !== undefined && (
          <p role="alert" className={styles.problem}>
            {problems.other}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The person, or a field to find one. */
function ChosenPerson({
  label,
  person,
  isFixed,
  problem,
  onChange,
}: {
  label: string;
  person: DelegateCandidate | undefined;
  isFixed: boolean;
  problem: string | undefined;
  onChange: (person: DelegateCandidate | undefined) => void;
}) {
  if (!person) return <CandidatePicker label={label} problem={problem} onPick={onChange} />;
  return (
    <p className={styles.chosen}>
      <span>{label}:</span>
      <strong>{person.name}</strong>
      {!isFixed && (
        <Button size="small" onPress={() => onChange(undefined)}>
          {t('acting.otherPerson')}
        </Button>
      )}
    </p>
  );
}

/** Finds a person by parts of their name or email address. */
function CandidatePicker({
  label,
  problem,
  onPick,
}: {
  label: string;
  problem: string | undefined;
  onPick: (person: DelegateCandidate) => void;
}) {
  const [text, setText] = useState('');
  const words = useDeferredValue(cleanText(text));
  const { data } = useQuery({
    ...query(findDelegates, { query: { text: words } }),
    enabled: words !== '',
    throwOnError: false,
    placeholderData: keepPreviousData,
  });
  const people = words === '' ? [] : (data?.items ?? []);
  return (
    <div>
      <TextInput
        label={label}
        help={t('acting.personHelp')}
        isRequired
        error={problem}
        value={text}
        onChange={setText}
        autoComplete="off"
      />
      {people.length > 0 && (
        <ul className={styles.options} aria-label={t('acting.found')}>
          {people.map((person) => (
            <li key={person.id}>
              <button type="button" className={styles.option} onClick={() => onPick(person)}>
                <span>{person.name}</span>
                <span className={styles.email}>{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{words !== '' && data?.items.length === 0 && t('acting.nobodyFound', { words })}</p>
    </div>
  );
}
