import { contentWith } from '@portico/authoring/blankDraft';
import type { CallResult } from '@portico/contracts/endpoint';
import type { ConfirmedVersion, DraftSectionChange, listSectionChanges } from '@portico/contracts/studio/sections';
import { RadioList } from '@portico/ui/ChoiceList';
import { changeLabel } from '../../features/duties/changeLabel.ts';
import { WordDiff } from '../../kit/WordDiff.tsx';
import { t } from '../../locale/text.ts';
import { SettingDifferences, wordsSaid } from '../history/Comparison.tsx';
import type { Plan } from './plan.ts';
import styles from './SectionMarks.module.css';

export type SectionChanges = CallResult<typeof listSectionChanges>;
type Marks = Plan['marks'];

/** How many people are asked again if the changes with these keys are material. */
const peopleAsked = (confirmed: readonly ConfirmedVersion[], material: readonly string[]): number =>
  confirmed
    .filter(
      ({ keys, isAskedByAny }) => material.length > 0 && (isAskedByAny || keys.some((key) => material.includes(key))),
    )
    .reduce((sum, { people }) => sum + people, 0);

/** The marks of the sections that differ now, and whether one is material; undefined until each has a mark. */
export function decide({ sections }: SectionChanges, marks: Marks): Pick<Plan, 'marks' | 'isMaterial'> {
  const own = Object.fromEntries(sections.flatMap(({ key }) => (key in marks ? [[key, marks[key]!]] : [])));
  const isDone = sections.every(({ key }) => key in own);
  return { marks: own, isMaterial: isDone ? Object.values(own).some(Boolean) : undefined };
}

/** Each changed section with its old and new words, and the question whether the change is material. */
export function SectionMarks({
  changes: { sections, confirmed },
  marks,
  onChange,
}: {
  changes: SectionChanges;
  marks: Marks;
  onChange: (marks: Marks) => void;
}) {
  const material = sections.map(({ key }) => key).filter((key) => marks[key]);
  const asked = peopleAsked(confirmed, material);
  const isMarked = sections.every(({ key }) => key in marks);
  return (
    <section className={styles.marks} aria-label={t('duties.marksTitle', { count: sections.length })}>
      <div>
        <p className={styles.title}>{t('duties.marksTitle', { count: sections.length })}</p>
        <p className={styles.note}>{t('duties.marksLead')}</p>
      </div>
      {/* Equal changes have the same key and the same mark. */}
      {sections.map((section, index) => (
        <div key={index} className={styles.section}>
          <p className={styles.heading} dir="auto">
            {section.heading}
          </p>
          <p className={styles.note}>{changeLabel(section)}</p>
          <Words section={section} />
          <RadioList
            label={t('duties.markLabel', { heading: section.heading })}
            value={marks[section.key] === undefined ? '' : marks[section.key] ? 'yes' : 'no'}
            options={[
              { value: 'no', label: t('duties.markNo') },
              { value: 'yes', label: t('duties.markYes', { count: peopleAsked(confirmed, [section.key]) }) },
            ]}
            onChange={(chosen) => onChange({ ...marks, [section.key]: chosen === 'yes' })}
          />
        </div>
      ))}
      <p role="status" className={styles.asked}>
        {isMarked && (material.length === 0 ? t('duties.marksNobody') : t('duties.marksAsked', { count: asked }))}
      </p>
    </section>
  );
}

function Words({ section: { before, after, change, components } }: { section: DraftSectionChange }) {
  if (change === 'Moved') return null;
  const [old, now] = [components.before, components.after].map((own) => contentWith({}, { components: own }));
  return (
    <div className={styles.words}>
      {before !== after && <WordDiff before={before} after={after} said={wordsSaid()} />}
      <SettingDifferences before={old!} after={now!} />
    </div>
  );
}
