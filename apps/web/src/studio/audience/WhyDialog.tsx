import type { CallResult } from '@portico/contracts/endpoint';
import type {
  explainToEditor,
  ExplainedCondition,
  PersonSummary,
  ReadersFile,
} from '@portico/contracts/studio/audience';
import { Button } from '@portico/ui/Button';
import { Dialog } from '@portico/ui/Dialog';
import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { newsDateLabel, timeLabel } from '../../dates/dateLabels.ts';
import { dimensionLabel, factLabel } from '../../kit/factLabels.ts';
import { t, type TextKey } from '../../locale/text.ts';
import { explanationQuery } from './audience.queries.ts';
import styles from './AudienceField.module.css';
import { PersonPicker } from './PersonPicker.tsx';

/** Explains, part by part, why a person sees the item or not. */
export function WhyDialog({ itemId, onClose }: { itemId: string; onClose: () => void }) {
  const [person, setPerson] = useState<PersonSummary>();
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={t('studio.whySomeone')}
      actions={<Button onPress={onClose}>{t('studio.close')}</Button>}
    >
      <div className={styles.dialog}>
        <PersonPicker label={t('studio.audiencePerson')} withDisabled onPick={setPerson} />
        <div role="status">{person && <Explanation itemId={itemId} person={person} />}</div>
      </div>
    </Dialog>
  );
}

function Explanation({ itemId, person }: { itemId: string; person: PersonSummary }) {
  const { data, isError } = useQuery(explanationQuery(itemId, person.id));
  if (isError) return <p>{t('studio.whyFailed')}</p>;
  if (!data) return null;
  return (
    <div className={styles.explanation}>
      <p>
        <strong>{t(answerOf(data), { name: person.name })}</strong>
      </p>
      <ul className={styles.parts}>
        {partsOf(data).map(({ isMet, problem = t('studio.whyNotMet'), sentence }) => (
          <li key={sentence} className={styles.part}>
            {isMet ? (
              <Check role="img" aria-label={t('studio.whyMet')} className={styles.met} />
            ) : (
              <X role="img" aria-label={problem} className={styles.unmet} />
            )}
            {sentence}
          </li>
        ))}
      </ul>
      {data.hasOtherAudience && <p className={styles.help}>{t('studio.whyOtherAudience')}</p>}
    </div>
  );
}

interface Part {
  isMet: boolean;
  /** Read aloud before the sentence of an unmet part; by default, that it hides the item. */
  problem?: string;
  sentence: string;
}

const isFileServed = (file: ReadersFile | null): boolean => file === null || file === 'Served';

function answerOf({ sees, file }: CallResult<typeof explainToEditor>): TextKey {
  if (!sees) return 'studio.whySeesNot';
  return isFileServed(file) ? 'studio.whySees' : 'studio.whySeesWithoutFile';
}

const fileSentences: Record<ReadersFile, TextKey> = {
  Served: 'studio.whyFileServed',
  Waiting: 'studio.whyFileWaiting',
  Refused: 'studio.whyFileRefused',
  TooLarge: 'studio.whyFileTooLarge',
  Missing: 'studio.whyFileMissing',
  Unreachable: 'studio.whyFileUnreachable',
};

/** One sentence per part of the visibility rule, and one about the file. */
function partsOf(explanation: CallResult<typeof explainToEditor>): Part[] {
  const { state, publishedAt, expiresAt, isDisabled, file, isForEveryone, conditions } = explanation;
  const at = (instant: string) => ({ day: newsDateLabel(instant), time: timeLabel(instant) });
  const isLive = publishedAt !== null;
  return [
    ...(isDisabled ? [{ isMet: false, sentence: t('studio.whyDisabled') }] : []),
    isLive
      ? { isMet: true, sentence: t('studio.whyPublished') }
      : { isMet: false, sentence: t('studio.whyNotPublished') },
    ...(isLive && state === 'Scheduled' ? [{ isMet: false, sentence: t('studio.whyScheduled', at(publishedAt)) }] : []),
    ...(isLive && expiresAt !== null
      ? [
          state === 'Expired'
            ? { isMet: false, sentence: t('studio.whyExpired', at(expiresAt)) }
            : { isMet: true, sentence: t('studio.whyNotExpired', at(expiresAt)) },
        ]
      : []),
    ...(isForEveryone ? [{ isMet: true, sentence: t('studio.whyEveryone') }] : []),
    ...conditions.map((condition) => ({ isMet: condition.isMet, sentence: sentenceOf(condition) })),
    ...(file === null
      ? []
      : [{ isMet: isFileServed(file), problem: t('studio.whyNotOpened'), sentence: t(fileSentences[file]) }]),
  ];
}

function sentenceOf({ isExclusion, dimension, values, matched, isMet }: ExplainedCondition): string {
  if (dimension === 'person') {
    if (isExclusion) return isMet ? t('studio.whyNotLeftOutByName') : t('studio.whyLeftOutByName');
    return isMet ? t('studio.whyNamed') : t('studio.whyNotNamed');
  }
  const labels = (facts: string[]) => facts.map((value) => factLabel(dimension, value)).join(', ');
  const params = { dimension: dimensionLabel(dimension), values: labels(values), matched: labels(matched) };
  if (isExclusion) return isMet ? t('studio.whyNotExcluded', params) : t('studio.whyExcluded', params);
  return isMet ? t('studio.whyIncluded', params) : t('studio.whyNotIncluded', params);
}
