import { TextField } from '@portico/ui/TextField';
import { t } from '../../locale/text.ts';
import pickers from '../pickers/Pickers.module.css';

interface PersonSearchProps<Person> {
  label: string;
  /** What is typed, and the same as it is searched for. */
  text: string;
  query: string;
  onText: (text: string) => void;
  /** Undefined until they are loaded. */
  found: readonly Person[] | undefined;
  onPick: (person: Person) => void;
}

/** A field for a name or email address, with the people that it finds. */
export function PersonSearch<Person extends { id: string; name: string; email: string | null }>({
  label,
  text,
  query,
  onText,
  found,
  onPick,
}: PersonSearchProps<Person>) {
  const people = query === '' ? [] : (found ?? []);
  return (
    <div>
      <TextField label={label} value={text} maxLength={200} onChange={onText} />
      {people.length > 0 && (
        <ul className={pickers.options} aria-label={t('studio.audiencePeopleFound')}>
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                className={pickers.option}
                onClick={() => {
                  onPick(person);
                  onText('');
                }}
              >
                <span>{person.name}</span>
                <span className={pickers.kind}>{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{query !== '' && found?.length === 0 && t('studio.audienceNobodyFound', { words: query })}</p>
    </div>
  );
}
