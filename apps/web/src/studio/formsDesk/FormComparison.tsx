import { compareWords } from '@portico/authoring/texts/compareWords';
import type { Form } from '@portico/kinds/formFields';
import { Checkbox } from '@portico/ui/ChoiceList';
import { StatusLabel, type StatusTone } from '@portico/ui/StatusLabel';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useState } from 'react';
import words from '../../kit/WordDiff.module.css';
import { t, type TextKey } from '../../locale/text.ts';
import styles from './formsDesk.module.css';
import { compareForms, type Fact, type PartDifference } from './compareForms.ts';

const kinds: Record<Exclude<PartDifference['kind'], 'same'>, { text: TextKey; tone: StatusTone }> = {
  added: { text: 'formsDesk.partAdded', tone: 'accent' },
  removed: { text: 'formsDesk.partRemoved', tone: 'danger' },
  changed: { text: 'formsDesk.partChanged', tone: 'warning' },
};

interface FormComparisonProps {
  before: Form;
  after: Form;
  /** What the versions are called. */
  names: Record<Side, string>;
}

type Side = 'before' | 'after';

/** Two versions of a form side by side, one row for each fact that differs. */
export function FormComparison({ before, after, names }: FormComparisonProps) {
  const [isAll, setIsAll] = useState(false);
  const parts = compareForms(before, after);
  const differing = parts.filter(({ kind, isMoved }) => kind !== 'same' || isMoved);
  const shown = isAll ? parts : differing;
  return (
    <>
      <Checkbox label={t('formsDesk.showSameParts')} isChecked={isAll} onChange={setIsAll} />
      <p role="status" className={styles.count}>
        {differing.length === 0
          ? t('formsDesk.noPartDiffers')
          : t('formsDesk.partsDiffer', { count: differing.length })}
      </p>
      <ol className={styles.notes}>
        {shown.map((part) => (
          <li key={part.key} className={styles.card}>
            <Part part={part} names={names} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Part({ part: { kind, isMoved, label, facts }, names }: { part: PartDifference; names: Record<Side, string> }) {
  return (
    <>
      <h3 dir="auto" className={styles.partTitle}>
        {label}
      </h3>
      <div className={styles.tools}>
        {kind !== 'same' && <StatusLabel tone={kinds[kind].tone}>{t(kinds[kind].text)}</StatusLabel>}
        {isMoved && <StatusLabel tone="info">{t('formsDesk.partMoved')}</StatusLabel>}
        {kind === 'same' && !isMoved && <span className={styles.count}>{t('formsDesk.partSame')}</span>}
      </div>
      {facts.length > 0 && (
        <table className={styles.compared}>
          <caption>
            <VisuallyHidden>{label}</VisuallyHidden>
          </caption>
          <thead>
            <tr>
              <th scope="col">{t('formsDesk.fact')}</th>
              <th scope="col">{names.before}</th>
              <th scope="col">{names.after}</th>
            </tr>
          </thead>
          <tbody>
            {facts.map((fact) => (
              <tr key={fact.name}>
                <th scope="row">{fact.name}</th>
                <td>
                  <Values fact={fact} side="before" />
                </td>
                <td>
                  <Values fact={fact} side="after" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** What a version says, with the words or entries marked that the other one doesn’t have. */
function Values({ fact, side }: { fact: Fact; side: Side }) {
  const own = fact[side];
  const other = fact[side === 'before' ? 'after' : 'before'];
  if (own.length === 0) return <span className={styles.count}>{t('formsDesk.nothing')}</span>;
  if (own.length === 1 && other.length <= 1)
    return (
      <p dir="auto" className={words.words}>
        {compareWords(fact.before[0] ?? '', fact.after[0] ?? '')
          .filter(({ kind }) => kind === 'same' || (kind === 'out') === (side === 'before'))
          .map(({ kind, text }, index) => (kind === 'same' ? text : <Mark key={index} side={side} text={text} />))}
      </p>
    );
  return (
    <ul className={styles.values}>
      {own.map((value, index) => (
        // Two choices can have the same words.
        <li key={index} dir="auto" className={words.words}>
          {other.includes(value) ? value : <Mark side={side} text={value} />}
        </li>
      ))}
    </ul>
  );
}

function Mark({ side, text }: { side: Side; text: string }) {
  const Element = side === 'before' ? 'del' : 'ins';
  return (
    <Element>
      <VisuallyHidden>{t(side === 'before' ? 'studio.wordsRemoved' : 'studio.wordsAdded')} </VisuallyHidden>
      {text}
    </Element>
  );
}
