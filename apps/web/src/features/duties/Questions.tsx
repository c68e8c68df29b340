import { ApiError } from '@portico/client/ApiError';
import type { ItemConfirmation } from '@portico/contracts/duties';
import { RadioList } from '@portico/ui/ChoiceList';
import { t } from '../../locale/text.ts';
import styles from './Questions.module.css';

/** For each question, the position of the choice; nothing where none was made yet. */
export type Answers = ReadonlyArray<number | null | undefined>;

interface QuestionsProps {
  questions: ItemConfirmation['questions'];
  answers: Answers;
  onChange: (answers: Answers) => void;
  /** The answers that were sent last, and why they were refused. */
  sent: Answers | undefined;
  error: Error | null;
}

/** What must be answered right before the reader can confirm. A wrong answer says why until another one is chosen. */
export function Questions({ questions, answers, onChange, sent = [], error }: QuestionsProps) {
  const issues = (error instanceof ApiError && error.issues) || [];
  return (
    <div role="group" aria-label={t('duties.questions')} className={styles.questions}>
      {questions.map(({ question, choices }, index) => {
        const problem =
          sent[index] === answers[index] ? issues.find(({ path }) => path === `answers.${index}`)?.message : undefined;
        return (
          // Questions have no ids.
          <RadioList
            key={index}
            label={question}
            error={problem}
            isRequired
            options={choices.map((label, place) => ({ value: `${place}`, label }))}
            value={`${answers[index] ?? ''}`}
            onChange={(value) => onChange(questions.map((_, each) => (each === index ? Number(value) : answers[each])))}
          />
        );
      })}
    </div>
  );
}
