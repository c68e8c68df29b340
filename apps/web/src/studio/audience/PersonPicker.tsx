import type { PersonSummary } from '@portico/contracts/studio/audience';
import { cleanText } from '@portico/kinds/typedText';
import { TextField } from '@portico/ui/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { t } from '../../locale/text.ts';
import pickers from '../pickers/Pickers.module.css';
import { peopleQuery } from './audience.queries.ts';

/** Finds a person by parts of their name or email address. */
export function PersonPicker({
  label,
  withDisabled = false,
  onPick,
}: {
  label: string;
  withDisabled?: boolean;
  onPick: (person: PersonSummary) => void;
}) {
  const [text, setText] = useState('');
  const query = useDeferredValue(cleanText(text));
  const { data } = useQuery(peopleQuery(query, withDisabled));
  const people = query === '' ? [] : (data?.items ?? []);
  return (
    <div>
      <TextField label={label} value={text} maxLength={200} onChange={setText} />
      {people.length > 0 && (
        <ul className={pickers.options} aria-label={t('studio.audiencePeopleFound')}>
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className={pickers.option}
                onClick={() => {
                  onPick(person);
                  setText('');
                }}
              >
                <span>{person.name}</span>
                <span className={pickers.kind}>{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">
        {query !== '' && data?.items.length === 0 && t('studio.audienceNobodyFound', { words: query })}
      </p>
    </div>
  );
}
